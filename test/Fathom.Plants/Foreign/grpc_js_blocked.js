'use strict';

// A service of plant.proto on @grpc/grpc-js whose one thread parses a large text: in each call, or on its own every half second; or
// a short one in each call. Prints its address first and ends with its standard input.
//
// usage: grpc_js_blocked.js NODE_MODULES call|short|timer|never
module.paths.unshift(process.argv[2]);
const grpc = require('@grpc/grpc-js');
const { loadSync } = require('@grpc/proto-loader');
const path = require('node:path');

const { Plant } = grpc.loadPackageDefinition(loadSync(path.join(__dirname, '..', 'plant.proto'))).fathom.plants;
const mode = process.argv[3];

function textThatTakes(milliseconds) {
  for (let items = 1_000; ; items *= 2) {
    const text = JSON.stringify(Array.from({ length: items }, (_, i) => ({ id: i, name: `item ${i}` })));
    // The shortest of three: other work of the machine only adds.
    const times = [1, 2, 3].map(() => {
      const began = process.hrtime.bigint();
      JSON.parse(text);
      return Number(process.hrtime.bigint() - began) / 1e6;
    });
    if (Math.min(...times) > milliseconds) {
      return text;
    }
  }
}

const text = textThatTakes({ call: 40, short: 3 }[mode] ?? 120);
if (mode === 'timer') {
  setInterval(() => JSON.parse(text), 500);
}

const server = new grpc.Server();
server.addService(Plant.service, {
  call(request, reply) {
    if (mode === 'call' || mode === 'short') {
      JSON.parse(text);
    }
    reply(null, {});
  },
});
server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => console.log(error ? `failed ${error.message}` : `http://127.0.0.1:${port}`));
process.stdin.resume().on('end', () => {
  server.forceShutdown();
  process.exit();
});
