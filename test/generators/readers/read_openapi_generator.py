"""Reads recorded answers (a line of JSON each) as the client of openapi-generator does, and writes them again."""
import json
import sys

import openapi_client

client = openapi_client.ApiClient()
read = 0
for line in open(sys.argv[1], encoding="utf-8"):
    one = json.loads(line)
    where = f"{one['operation']} {one['status']}"
    is_text = one["model"] is None
    if is_text and not one["type"].startswith("text/"):
        continue  # the client hands bytes on as they are
    wanted = "str" if is_text else f"List[{one['model']}]" if one["isList"] else one["model"]
    try:
        value = client.deserialize(one["body"], wanted, one["type"])
        text = json.dumps(client.sanitize_for_serialization(value))
        if text.count("SOMETHING_NEW") != one["unknown"]:
            print(f"{where}: {text.count('SOMETHING_NEW')} of {one['unknown']} new words are left")
        read += 1
    except Exception as error:
        print(f"{where}: {type(error).__name__}: {error}"[:600])
print(f"{read} read")
