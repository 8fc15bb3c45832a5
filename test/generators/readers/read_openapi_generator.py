"""Reads recorded answers (a line of JSON each) as each operation of openapi-generator's client does, and writes them again."""
import ast
import json
import pathlib
import re
import sys

import openapi_client
import urllib3
from openapi_client import rest

client = openapi_client.ApiClient()


def types_of_answers():
    """By operation the type of each status, which the client keeps in the body of its functions."""
    folder = pathlib.Path(openapi_client.__file__).parent / "api"
    functions = [
        node
        for file in folder.glob("*_api.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]
    return {
        function.name: ast.literal_eval(line.value)
        for function in functions
        for line in function.body
        if isinstance(line, ast.AnnAssign) and line.target.id == "_response_types_map"
    }


def value_of(one):
    answer = urllib3.HTTPResponse(
        body=one["body"].encode(), status=one["status"], headers={"content-type": one["type"]}
    )
    response = rest.RESTResponse(answer)
    response.read()
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", one["operation"]).lower()
    try:
        return client.response_deserialize(response, types[name]).data
    except openapi_client.ApiException as error:
        return error.data


types = types_of_answers()
read = 0
for line in open(sys.argv[1], encoding="utf-8"):
    one = json.loads(line)
    where = f"{one['operation']} {one['status']}"
    try:
        value = value_of(one)
        if value is None:
            print(f"{where}: the client does not know this answer")
        left = json.dumps(client.sanitize_for_serialization(value), default=str).count("SOMETHING_NEW")
        if left != one["unknown"]:
            print(f"{where}: {left} of {one['unknown']} new words are left")
        read += 1
    except Exception as error:
        print(f"{where}: {type(error).__name__}: {error}"[:600])
print(f"{read} read")
