// Lets a test into VS Code's extension host: calls the functions that it sends, with
// the API of extensions. DRIVER is the socket that it listens on.
const fs = require('node:fs');
const http = require('node:http');
const vscode = require('vscode');

async function answer(request) {
  let text = '';
  for await (const part of request) {
    text += part;
  }
  const { source, args } = JSON.parse(text);
  try {
    return { value: await eval(`(${source})`)(vscode, ...args) };
  } catch (e) {
    return { error: String(e?.stack ?? e) };
  }
}

exports.activate = (context) => {
  const server = http.createServer(async (request, response) => {
    response.end(JSON.stringify(await answer(request)));
  });
  fs.rmSync(process.env.DRIVER, { force: true }); // that of a host before this one
  server.listen(process.env.DRIVER);
  context.subscriptions.push({ dispose: () => server.close() });
};
