'use strict';

// The client and service of echo.proto, by the grpc-js in the folder of modules that the script was told.
const path = require('node:path');

module.paths.unshift(process.argv[2]);
const grpc = require('@grpc/grpc-js');
const { loadSync } = require('@grpc/proto-loader');

const definition = loadSync(path.join(__dirname, 'echo.proto'), { longs: Number, defaults: true });

module.exports = { grpc, Echo: grpc.loadPackageDefinition(definition).fathom.echo.Echo };
