"""Joins a party by its link and plays anything legal: python party_client.py LINK NAME."""

import json
import random
import sys
import urllib.request

from websockets.sync.client import connect

here, link = sys.argv[1].split("/#/join/")
with urllib.request.urlopen(here) as page:  # any page gives this program its cookie
    cookie = page.headers["Set-Cookie"].split(";")[0]
address = here.replace("http", "ws", 1) + "/socket"
with connect(address, additional_headers={"Cookie": cookie}, proxy=None) as socket:

    def say(kind: str, **fields: object) -> None:
        name = f"{kind}-{random.getrandbits(64):x}"  # an id, never the same twice
        socket.send(json.dumps({"type": kind, "id": name, **fields}))

    say("join", link=link, name=sys.argv[2])
    table = turn = None
    for told in map(json.loads, socket):
        if told["type"] == "refused":
            print(told["sentence"])
        elif told["type"] == "party" and told["table"] not in (None, table):
            table = told["table"]
            say("enter", table=table)
        elif told["type"] == "push":
            view = told["view"]
            if view["places"]:
                print("place", view["places"][view["seat"]])
                break
            if view["seat"] in view["to_act"] and view["legal"] and view["turn"] != turn:
                turn = view["turn"]
                say("act", table=table, turn=turn, **random.choice(view["legal"]))
