// Writes what Hugging Face's own library makes of the texts of ids.jsonl:
//
//	npm install --ignore-scripts tokenizers@0.23.2
//	node peer.mjs
//
// The tokenizers beside it are small ones of each kind: the pieces and the table
// of characters of xlmr.json were trained by SentencePiece 0.1.97 on texts of
// this repository, the merges of roberta.json and bytes.json by counting pairs.
import fs from "fs";
import { createRequire } from "module";
const { Tokenizer } = createRequire(import.meta.url)("tokenizers");

const names = ["xlmr", "xlmr-new", "bert", "roberta", "bytes"];
const peers = names.map((n) => Tokenizer.fromFile(`${n}.json`));
let out = "";
for (const line of fs.readFileSync("ids.jsonl", "utf8").trimEnd().split("\n")) {
  const { text } = JSON.parse(line);
  const row = { text };
  for (const [i, n] of names.entries()) row[n] = (await peers[i].encode(text)).getIds();
  out += JSON.stringify(row) + "\n";
}
fs.writeFileSync("ids.jsonl", out);
