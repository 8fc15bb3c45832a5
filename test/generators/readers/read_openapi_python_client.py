"""Reads recorded answers (a line of JSON each) as each operation of openapi-python-client does, and writes them again."""
import importlib
import json
import re
import sys

import httpx

package = sys.argv[2]
client = importlib.import_module(package).Client(base_url="https://manager.example.org")


def written(value):
    if isinstance(value, list):
        return [written(one) for one in value]
    return value.to_dict() if hasattr(value, "to_dict") else value


def snake(name):
    return re.sub(r"[\s-]+|(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


read = 0
for line in open(sys.argv[1], encoding="utf-8"):
    one = json.loads(line)
    where = f"{one['operation']} {one['status']}"
    if one["type"] == "application/pkix-crl":
        continue  # it knows no type of bytes but application/octet-stream, and says so when it generates
    try:
        operation = importlib.import_module(f"{package}.api.{snake(one['tag'])}.{snake(one['operation'])}")
        answer = httpx.Response(one["status"], headers={"content-type": one["type"]}, content=one["body"].encode())
        value = operation._parse_response(client=client, response=answer)
        if value is None and one["model"] is not None:
            print(f"{where}: the client does not know this answer")
        text = json.dumps(written(value), default=str)
        if text.count("SOMETHING_NEW") != one["unknown"]:
            print(f"{where}: {text.count('SOMETHING_NEW')} of {one['unknown']} new words are left")
        read += 1
    except Exception as error:
        print(f"{where}: {type(error).__name__}: {error}"[:600])
print(f"{read} read")
