'use strict';

// Checks a host of fathom.echo.Echo with @grpc/grpc-js: prints one line per check, "PASS name" or "FAIL name: why".
//
// usage: echo_client.js NODE_MODULES host:port [ROOT_CERTIFICATE_PEM]
const assert = require('node:assert/strict');
const fs = require('node:fs');
const { grpc, Echo } = require('./echo_proto.js');

const UNLIMITED = { 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 };
const LONG = 60_000;
const PATIENCE = 60_000;
const SLOW_MESSAGE = 16 << 10;
const SLOW_MESSAGES = 4000;
const HELD_AT_MOST = 32 << 20;

function connect(options = {}) {
  const root = process.argv[4];
  const credentials = root ? grpc.credentials.createSsl(fs.readFileSync(root)) : grpc.credentials.createInsecure();
  return new Echo(process.argv[3], credentials, options);
}

function expect(expected, found) {
  assert.deepEqual(found, expected);
}

function within(milliseconds = PATIENCE) {
  return { deadline: Date.now() + milliseconds };
}

function metadataOf(...entries) {
  const metadata = new grpc.Metadata();
  for (const [key, value] of entries) {
    metadata.add(key, value);
  }
  return metadata;
}

// A call with one reply, to its end: { headers, error, reply, status }; headers stay null where the response was trailers-only.
function single(start) {
  return new Promise((resolve) => {
    const seen = { headers: null };
    const call = start((error, reply) => Object.assign(seen, { error, reply }));
    call.on('metadata', (headers) => Object.assign(seen, { headers }));
    call.on('status', (status) => resolve(Object.assign(seen, { status })));
  });
}

function unary(stub, request, { metadata = new grpc.Metadata(), options = within() } = {}) {
  return single((done) => stub.unary(request, metadata, options, done));
}

async function reply(...call) {
  const outcome = await unary(...call);
  if (outcome.error) {
    throw outcome.error;
  }
  return outcome.reply;
}

async function failure(...call) {
  const outcome = await unary(...call);
  assert(outcome.error, 'the call did not fail');
  return outcome.error;
}

async function list(replies) {
  const all = [];
  for await (const each of replies) {
    all.push(each);
  }
  return all;
}

async function failureOf(replies) {
  try {
    await list(replies);
  } catch (error) {
    return error;
  }
  throw new Error('the call did not fail');
}

function headersOf(call) {
  return new Promise((resolve, reject) => call.on('metadata', resolve).on('error', reject));
}

function pattern(size) {
  return Buffer.alloc(size, Buffer.from(Array.from({ length: 256 }, (_, i) => i)));
}

function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

// The failure of a call with a deadline, where its handler had begun; where it had not, of one with a deadline twice as late.
async function late(start) {
  for (let milliseconds = 250; ; milliseconds *= 2) {
    const began = performance.now();
    const { error, hasBegun } = await start(metadataOf(['x-id', '7']), within(milliseconds));
    assert(performance.now() - began > milliseconds - 50, `${error?.code} came early`);
    if (hasBegun) {
      return error;
    }
  }
}

function hasId(headers) {
  return Boolean(headers?.get('x-id').length);
}

// Waits until a value has been the same for 250 ms, and returns it.
async function settle(value) {
  let last = await value();
  let since = performance.now();
  while (performance.now() - since < 250) {
    await sleep(20);
    const now = await value();
    if (now !== last) {
      [last, since] = [now, performance.now()];
    }
  }
  return last;
}

const asIs = (bytes) => bytes;

async function ask(stub, question) {
  const { error, reply: answer } = await single((done) =>
    stub.makeUnaryRequest('/test.Bytes/Unary', asIs, asIs, Buffer.from(question), new grpc.Metadata(), within(), done));
  if (error) {
    throw error;
  }
  return Number(answer);
}

function assertHeld(held, why) {
  assert(held > 0 && held < HELD_AT_MOST, `${held} bytes ${why}`);
}

const checks = {
  async unary(stub) {
    expect('hello', (await reply(stub, { payload: Buffer.from('hello') })).payload.toString());
  },

  async empty_message(stub) {
    expect(0, (await reply(stub, {})).payload.length);
  },

  async client_stream(stub) {
    const { error, reply: counted } = await single((done) => {
      const call = stub.clientStream(within(), done);
      for (let i = 0; i < 10; i++) {
        call.write({ payload: Buffer.alloc(i) });
      }
      call.end();
      return call;
    });
    expect([null, 10, 45], [error, counted?.count, counted?.totalBytes]);
  },

  async empty_client_stream(stub) {
    const { error, reply: counted } = await single((done) => {
      const call = stub.clientStream(within(), done);
      call.end();
      return call;
    });
    expect([null, 0], [error, counted?.count]);
  },

  async server_stream(stub) {
    const replies = await list(stub.serverStream({ payload: Buffer.from('y'), repeat: 1000 }, within()));
    expect(Array.from({ length: 1000 }, (_, i) => i), replies.map((each) => each.count));
  },

  async duplex_stream(stub) {
    const call = stub.duplexStream(within());
    const seen = [];
    call.write({ payload: Buffer.from('0') });
    for await (const each of call) {
      seen.push(each.payload.toString());
      if (seen.length < 5) {
        call.write({ payload: Buffer.from(`${seen.length}`) });
      } else {
        call.end();
      }
    }
    expect(['0', '1', '2', '3', '4'], seen);
  },

  async many_at_once(stub) {
    const names = Array.from({ length: 300 }, (_, i) => `${i}`);
    const replies = await Promise.all(names.map((name) => reply(stub, { payload: Buffer.from(name), delayMs: 20 })));
    expect(names, replies.map((each) => each.payload.toString()));
  },

  async metadata(stub) {
    const metadata = metadataOf(['x-text', 'one'], ['x-text', 'two'], ['x-raw-bin', Buffer.from([0, 255, 128])]);
    const { headers, status } = await unary(stub, { echoMetadata: true }, { metadata });
    for (const received of [headers, status.metadata]) {
      // Node.js joins what has one name.
      expect([['one, two'], [Buffer.from([0, 255, 128])]], [received.get('x-text'), received.get('x-raw-bin')]);
    }
  },

  async status_and_detail(stub) {
    for (const code of Object.values(grpc.status).filter((value) => Number.isInteger(value) && value !== grpc.status.OK)) {
      const error = await failure(stub, { statusCode: code, statusDetail: '50 % \u00fcber\n' });
      expect([code, '50 % \u00fcber\n'], [error.code, error.details]);
    }
  },

  async status_after_messages(stub) {
    const seen = [];
    const call = stub.serverStream({ repeat: 3, statusCode: grpc.status.ABORTED, statusDetail: 'enough' }, within());
    call.on('data', (each) => seen.push(each.count));
    const error = await new Promise((resolve) => call.on('error', resolve));
    expect([[0, 1, 2], grpc.status.ABORTED, 'enough'], [seen, error.code, error.details]);
  },

  async trailers_with_failure(stub) {
    const error = await failure(stub, { echoMetadata: true, statusCode: grpc.status.NOT_FOUND }, { metadata: metadataOf(['x-id', '7']) });
    expect([grpc.status.NOT_FOUND, ['7']], [error.code, error.metadata.get('x-id')]);
  },

  async trailers_only(stub) {
    const metadata = metadataOf(['x-id', '7']);
    expect(['7'], (await unary(stub, { echoMetadata: true }, { metadata })).headers.get('x-id'));
    const { error, headers } = await unary(stub, { statusCode: grpc.status.FAILED_PRECONDITION });
    expect([grpc.status.FAILED_PRECONDITION, null], [error.code, headers]);
  },

  async handler_exception(stub) {
    const error = await failure(stub, { crash: true });
    expect([grpc.status.UNKNOWN, 'Exception was thrown by handler.'], [error.code, error.details]);
  },

  async unknown_method(stub) {
    const method = ['/fathom.echo.Echo/Nothing', asIs, asIs];
    const nothing = Buffer.alloc(0);
    const expected = [grpc.status.UNIMPLEMENTED, "Service 'fathom.echo.Echo' has no method 'Nothing'."];
    const starts = {
      unary: (done) => stub.makeUnaryRequest(...method, nothing, new grpc.Metadata(), within(), done),
      clientStream: (done) => stub.makeClientStreamRequest(...method, new grpc.Metadata(), within(), done),
      serverStream: (done) => stub.makeServerStreamRequest(...method, nothing, new grpc.Metadata(), within()).resume().on('error', done),
      duplexStream: (done) => stub.makeBidiStreamRequest(...method, new grpc.Metadata(), within()).resume().on('error', done),
    };
    for (const [kind, start] of Object.entries(starts)) {
      const { error } = await single(start);
      expect([kind, ...expected], [kind, error?.code, error?.details]);
    }
  },

  async deadline(stub) {
    const error = await late(async (metadata, options) => {
      const outcome = await unary(stub, { delayMs: LONG, echoMetadata: true }, { metadata, options });
      return { error: outcome.error, hasBegun: hasId(outcome.headers) };
    });
    expect(grpc.status.DEADLINE_EXCEEDED, error.code);
  },

  async deadline_in_stream(stub) {
    const error = await late(async (metadata, options) => {
      let headers;
      const call = stub.serverStream({ repeat: 100_000, delayMs: 50, echoMetadata: true }, metadata, options);
      call.on('metadata', (received) => { headers = received; });
      return { error: await failureOf(call), hasBegun: hasId(headers) };
    });
    expect(grpc.status.DEADLINE_EXCEEDED, error.code);
  },

  async cancellation(stub) {
    const call = stub.serverStream({ repeat: 1, delayMs: LONG, echoMetadata: true }, within());
    await headersOf(call);
    call.cancel();
    expect(grpc.status.CANCELLED, (await failureOf(call)).code);
  },

  async ten_mebibytes(stub) {
    const payload = pattern(10 << 20);
    expect(true, (await reply(stub, { payload })).payload.equals(payload));
  },

  async ten_mebibytes_duplex(stub) {
    const payload = pattern(10 << 20);
    const call = stub.duplexStream(within());
    for (let i = 0; i < 3; i++) {
      call.write({ payload });
    }
    call.end();
    expect([true, true, true], (await list(call)).map((each) => each.payload.equals(payload)));
  },

  async request_over_the_servers_limit(stub) {
    const error = await failure(stub, { payload: Buffer.alloc(12 << 20) });
    expect(
      [grpc.status.RESOURCE_EXHAUSTED, `Received message larger than max (${(12 << 20) + 5} vs. ${11 << 20})`], [error.code, error.details]);
  },

  async reply_over_the_clients_limit() {
    const limited = connect();
    const error = await failure(limited, { replySize: 4_860_002 });
    limited.close();
    expect([grpc.status.RESOURCE_EXHAUSTED, 'Received message larger than max (4860007 vs 4194304)'], [error.code, error.details]);
  },

  async compressed_request() {
    for (const algorithm of [grpc.compressionAlgorithms.gzip, grpc.compressionAlgorithms.deflate]) {
      const compressing = connect({ 'grpc.default_compression_algorithm': algorithm });
      const answered = await reply(compressing, { payload: Buffer.alloc(10000, 'z') });
      compressing.close();
      expect('z'.repeat(10000), answered.payload.toString());
    }
  },

  async server_waits_for_a_slow_client(stub) {
    const argument = Buffer.from(`${SLOW_MESSAGES}`);
    const call = stub.makeServerStreamRequest('/test.Bytes/ServerStreaming', asIs, asIs, argument, new grpc.Metadata(), within());
    const replies = call[Symbol.asyncIterator]();
    // grpc-js takes whatever comes until the first read.
    let total = (await replies.next()).value.length;
    assertHeld(await settle(() => ask(stub, 'written')), 'were written though one message was read');
    for await (const each of replies) {
      total += each.length;
    }
    expect(SLOW_MESSAGES * SLOW_MESSAGE, total);
  },

  async client_waits_for_a_slow_server(stub) {
    let sent = 0;
    let call;
    const counted = single((done) => {
      call = stub.makeClientStreamRequest('/test.Bytes/ClientStreaming', asIs, asIs, new grpc.Metadata(), within(), done);
      return call;
    });
    (async () => {
      while (sent < SLOW_MESSAGES * SLOW_MESSAGE) {
        await new Promise((resolve) => call.write(Buffer.alloc(SLOW_MESSAGE), resolve));
        sent += SLOW_MESSAGE;
      }
      call.end();
    })();
    assertHeld(await settle(() => sent), 'were sent though nothing was read');
    // On another connection: the window of this one is used up where a host gives credit late.
    const other = connect({ 'grpc.use_local_subchannel_pool': 1 });
    await ask(other, 'release');
    other.close();
    const { error, reply: total } = await counted;
    expect([null, SLOW_MESSAGES * SLOW_MESSAGE], [error, Number(total)]);
  },
};

async function main() {
  const stub = connect(UNLIMITED);
  for (const [name, run] of Object.entries(checks)) {
    try {
      await run(stub);
      console.log(`PASS ${name}`);
    } catch (error) {
      console.log(`FAIL ${name}: ${error.name}: ${JSON.stringify(error.message)}`);
    }
  }
  stub.close();
}

main();
