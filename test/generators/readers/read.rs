// Reads recorded answers (a line of JSON each) with the types that progenitor made, and writes them again.
use fleetmend::types;
use serde_json::Value;

fn main() {
    let path = std::env::args().nth(1).expect("a file");
    let mut read = 0;
    for line in std::fs::read_to_string(path).expect("it can be read").lines() {
        let one: Value = serde_json::from_str(line).expect("JSON");
        let Some(model) = one["model"].as_str() else { continue };
        let is_list = one["isList"].as_bool() == Some(true);
        match left_of(model, is_list, one["body"].as_str().expect("a body")) {
            Ok(left) if Some(left as u64) == one["unknown"].as_u64() => read += 1,
            Ok(left) => println!("{} {}: {} of {} new words are left", one["operation"], one["status"], left, one["unknown"]),
            Err(error) => println!("{} {}: {}", one["operation"], one["status"], error),
        }
    }
    println!("{read} read");
}

fn left_of(model: &str, is_list: bool, body: &str) -> Result<usize, String> {
    match (model, is_list) {
        // The types.
        _ => Err("no type".to_string()),
    }
}

fn left<T: serde::de::DeserializeOwned + serde::Serialize>(body: &str) -> Result<usize, String> {
    let value: T = serde_json::from_str(body).map_err(|error| error.to_string())?;
    let text = serde_json::to_string(&value).map_err(|error| error.to_string())?;
    Ok(text.matches("SOMETHING_NEW").count())
}
