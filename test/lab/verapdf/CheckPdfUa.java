import java.io.FileInputStream;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/** For each file one line: {"checks": 26536, "broken": ["7.21.4.2: If the FontDescriptor …"]}. */
public class CheckPdfUa {
  public static void main(String[] files) throws Exception {
    Logger.getLogger("org.verapdf").setLevel(Level.OFF);
    VeraGreenfieldFoundryProvider.initialise();
    for (String file : files) {
      try (PDFAParser parser = Foundries.defaultInstance().createParser(new FileInputStream(file), PDFAFlavour.PDFUA_1)) {
        PDFAValidator validator = Foundries.defaultInstance().createValidator(PDFAFlavour.PDFUA_1, false);
        ValidationResult result = validator.validate(parser);
        StringBuilder broken = new StringBuilder();
        for (TestAssertion one : result.getTestAssertions()) {
          if (one.getStatus() != TestAssertion.Status.FAILED) continue;
          if (broken.length() > 0) broken.append(", ");
          broken.append(quoted(one.getRuleId().getClause() + ": " + one.getMessage()));
        }
        System.out.println("{\"checks\": " + result.getTotalAssertions() + ", \"broken\": [" + broken + "]}");
      }
    }
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + '"';
  }
}
