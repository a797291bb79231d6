'use strict';

// The service of plant.proto on @grpc/grpc-js. Prints its address first and ends with its standard input.
//
// usage: grpc_js.js NODE_MODULES fast|serialised|limited
module.paths.unshift(process.argv[2]);
const grpc = require('@grpc/grpc-js');
const { loadSync } = require('@grpc/proto-loader');
const path = require('node:path');

const sleep = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

let last = Promise.resolve();

// Each call's work begins when that of the call before has ended.
function inOrder(work) {
  last = last.then(work);
  return last;
}

const PLANTS = {
  fast: { work: async () => {}, options: {} },
  serialised: { work: () => inOrder(() => sleep(20)), options: {} },
  limited: { work: () => sleep(50), options: { 'grpc.max_concurrent_streams': 4 } },
};

const { work, options } = PLANTS[process.argv[3]];
const definition = loadSync(path.join(__dirname, '..', 'plant.proto'));
const server = new grpc.Server(options);
server.addService(grpc.loadPackageDefinition(definition).fathom.plants.Plant.service, {
  call: (_, callback) => work().then(() => callback(null, {}), callback),
  stream: (call) => call.end(),
});
server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(),
  (error, port) => console.log(error ? `failed: ${error.message}` : `http://127.0.0.1:${port}`));
process.stdin.resume().on('end', () => process.exit());
