'use strict';

// Serves fathom.echo.Echo with @grpc/grpc-js until standard input ends.
//
// Prints "listening PORT" (or "failed why") first, then "cancelled" whenever a handler sees its call cancelled while it waits, and after every reply
// in a stream "written N", the number of those the library has taken so far. The payload of a request that fails is sent as the details of the
// status.
//
// usage: echo_server.js NODE_MODULES [SOCKET | CERTIFICATE_PEM KEY_PEM]
const fs = require('node:fs');
const { grpc, Echo } = require('./echo_proto.js');

const LIMITS = { 'grpc.max_receive_message_length': 11 << 20, 'grpc.max_send_message_length': -1 };

let written = 0;

// What a call was asked to fail with.
class Failure extends Error {
  constructor(request) {
    super(request.statusDetail);
    [this.code, this.details, this.payload] = [request.statusCode, request.statusDetail, request.payload];
  }
}

function begin(request, call) {
  if (!request.echoMetadata) {
    return undefined;
  }
  const ours = new grpc.Metadata();
  for (const key of Object.keys(call.metadata.getMap()).filter((each) => each.startsWith('x-'))) {
    call.metadata.get(key).forEach((value) => ours.add(key, value));
  }
  call.sendMetadata(ours);
  return ours;
}

// Ends with what comes first: the event, or the call's cancellation, which is an error.
function untilOrCancelled(call, begun) {
  return new Promise((resolve, reject) => {
    const cancelled = () => {
      console.log('cancelled');
      reject(new Error('cancelled'));
    };
    if (call.cancelled) {
      cancelled();
      return;
    }
    call.once('cancelled', cancelled);
    begun(() => {
      call.off('cancelled', cancelled);
      resolve();
    });
  });
}

async function wait(request, call) {
  if (request.delayMs > 0) {
    let timer;
    try {
      await untilOrCancelled(call, (done) => { timer = setTimeout(done, request.delayMs); });
    } finally {
      clearTimeout(timer);
    }
  }
}

async function write(call, message) {
  if (!call.write(message)) {
    await untilOrCancelled(call, (done) => call.once('drain', done));
  }
  written++;
  console.log(`written ${written}`);
}

function end(request) {
  if (request.crash) {
    throw new Error('asked to crash');
  }
  if (request.statusCode !== 0) {
    throw new Failure(request);
  }
}

// Without zeroes: protobufjs would write them, other libraries do not.
function reply(request, count, totalBytes) {
  return {
    payload: request.replySize > 0 ? Buffer.alloc(request.replySize) : request.payload,
    ...(count > 0 && { count }),
    ...(totalBytes > 0 && { totalBytes }),
  };
}

function withTrailers(error, metadata) {
  const trailers = metadata ?? new grpc.Metadata();
  if (error.payload?.length > 0) {
    trailers.set('grpc-status-details-bin', error.payload);
  }
  return Object.assign(error, { metadata: trailers });
}

function unary(call, callback) {
  const { request } = call;
  const trailers = begin(request, call);
  if (request.crash) {
    // Thrown at the library, not told to it.
    end(request);
  }
  wait(request, call).then(() => {
    end(request);
    callback(null, reply(request, 0, request.payload.length), trailers);
  }).catch((error) => callback(withTrailers(error, trailers)));
}

async function clientStream(call, callback) {
  let [count, total, last, trailers] = [0, 0, { payload: Buffer.alloc(0), replySize: 0 }, undefined];
  try {
    for await (last of call) {
      trailers = begin(last, call) ?? trailers;
      await wait(last, call);
      end(last);
      [count, total] = [count + 1, total + last.payload.length];
    }
    callback(null, reply(last, count, total), trailers);
  } catch (error) {
    callback(withTrailers(error, trailers));
  }
}

async function serverStream(call) {
  const { request } = call;
  const trailers = begin(request, call);
  try {
    for (let i = 0; i < request.repeat; i++) {
      await wait(request, call);
      await write(call, reply(request, i, request.payload.length));
    }
    end(request);
    call.end(trailers);
  } catch (error) {
    call.emit('error', withTrailers(error, trailers));
  }
}

async function duplexStream(call) {
  let [total, trailers] = [0, undefined];
  try {
    // The end of the requests is not the end of the call.
    for await (const request of call.iterator({ destroyOnReturn: false })) {
      trailers = begin(request, call) ?? trailers;
      total += request.payload.length;
      for (let i = 0; i < Math.max(1, request.repeat); i++) {
        await wait(request, call);
        await write(call, reply(request, i, total));
      }
      end(request);
    }
    call.end(trailers);
  } catch (error) {
    call.emit('error', withTrailers(error, trailers));
  }
}

function credentials([certificate, key]) {
  return key
    ? grpc.ServerCredentials.createSsl(null, [{ cert_chain: fs.readFileSync(certificate), private_key: fs.readFileSync(key) }])
    : grpc.ServerCredentials.createInsecure();
}

const server = new grpc.Server(LIMITS);
server.addService(Echo.service, { unary, clientStream, serverStream, duplexStream });
const files = process.argv.slice(3);
const listen = () => server.bindAsync('127.0.0.1:0', credentials(files), (error, port) => console.log(error ? `failed ${error.message}` : `listening ${port}`));
if (files.length === 1) {
  server.bindAsync(`unix:${files[0]}`, credentials([]), listen);
} else {
  listen();
}
process.stdin.resume().on('end', () => {
  server.forceShutdown();
  process.exit();
});
