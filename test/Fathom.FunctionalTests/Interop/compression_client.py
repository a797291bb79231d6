"""Calls our host of test.Bytes with grpcio (C-core), compressed and not: prints one line per check, "PASS name" or "FAIL name: why".

The metadata x-reply asks for the compression of the replies; the host counts what travelled how.

usage: compression_client.py host:port
"""
import sys

import grpc

MESSAGE = b"all work and no play " * 500
PATIENCE = 30
ALGORITHMS = {"none": grpc.Compression.NoCompression, "gzip": grpc.Compression.Gzip, "deflate": grpc.Compression.Deflate}


def expect(expected, found):
    if found != expected:
        raise AssertionError(f"expected {expected!r:.300}, found {found!r:.300}")


def unary(channel, sent, replied):
    call = channel.unary_unary("/test.Bytes/Unary")
    expect(MESSAGE, call(MESSAGE, compression=ALGORITHMS[sent], metadata=(("x-reply", replied),), timeout=PATIENCE))


def duplex(channel, sent, replied):
    call = channel.stream_stream("/test.Bytes/DuplexStreaming")
    replies = call(iter([MESSAGE] * 3), compression=ALGORITHMS[sent], metadata=(("x-reply", replied),), timeout=PATIENCE)
    # The host sends each request back twice, the second time without compression.
    expect([MESSAGE] * 6, list(replies))


def main():
    with grpc.insecure_channel(sys.argv[1]) as channel:
        for sent in ALGORITHMS:
            for replied in ALGORITHMS:
                for run in (unary, duplex):
                    name = f"{run.__name__} {sent} {replied}"
                    try:
                        run(channel, sent, replied)
                        print(f"PASS {name}", flush=True)
                    except Exception as error:
                        print(f"FAIL {name}: {type(error).__name__}: {str(error)!r}", flush=True)


main()
