// Reads recorded answers (a line of JSON each) with the models that openapi-generator made, and writes them again.
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.openapitools.client.JSON;

public class Read {
  public static void main(String[] args) throws Exception {
    int read = 0;
    for (String line : Files.readAllLines(Path.of(args[0]))) {
      JsonObject one = JsonParser.parseString(line).getAsJsonObject();
      if (one.get("model").isJsonNull()) continue;
      String where = one.get("operation").getAsString() + " " + one.get("status").getAsInt() + ": ";
      try {
        Class<?> model = Class.forName("org.openapitools.client.model." + one.get("model").getAsString());
        JsonElement whole = JsonParser.parseString(one.get("body").getAsString());
        Iterable<JsonElement> parts = whole.isJsonArray() ? whole.getAsJsonArray() : List.of(whole);
        int left = 0;
        for (JsonElement part : parts) {
          Object value = JSON.getGson().fromJson(part, model);
          left += JSON.getGson().toJson(value).split("SOMETHING_NEW", -1).length - 1;
        }
        int wanted = one.get("unknown").getAsInt();
        if (left != wanted) System.out.println(where + left + " of " + wanted + " new words are left");
        read++;
      } catch (Exception error) {
        System.out.println(where + error);
      }
    }
    System.out.println(read + " read");
  }
}
