"""Reads descriptors from a host's reflection with grpcio and calls a method by them: discovery_client.py PORT VERSION.

Prints the services, each on a line, then "health N" and "total N": what Health/Check and Echo/Unary answered.
Protobuf's own pool takes the descriptors, and refuses them when they contradict each other.
"""
import sys

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory


def fields(data):
    """The length-delimited fields of a message, as (number, bytes)."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            part = data[at]
            at += 1
            value |= (part & 127) << shift
            shift += 7
            if part < 128:
                return value

    while at < len(data):
        tag = varint()
        if tag & 7 == 2:
            size = varint()
            yield tag >> 3, data[at:at + size]
            at += size
        else:
            varint()


def text(number, value):
    return bytes([number << 3 | 2, len(value)]) + value.encode()


def same(data):
    return data


def main():
    channel = grpc.insecure_channel(f"127.0.0.1:{sys.argv[1]}")
    ask = channel.stream_stream(f"/grpc.reflection.{sys.argv[2]}.ServerReflection/ServerReflectionInfo", same, same)
    listed, echo, health, unknown = [dict(fields(answer)) for answer in ask(iter([
        text(7, ""), text(4, "fathom.echo.Echo"), text(4, "grpc.health.v1.Health.Check"), text(4, "no.Such")]), timeout=20)]
    for _, service in fields(listed[6]):
        print(dict(fields(service))[1].decode())
    assert 7 in unknown and 4 not in unknown

    pool = descriptor_pool.DescriptorPool()
    for answer in (echo, health):
        files = [descriptor_pb2.FileDescriptorProto.FromString(file) for _, file in fields(answer[4])]
        for file in reversed(files):
            pool.Add(file)

    def call(path, **request):
        name, method = path.split("/")
        descriptor = pool.FindServiceByName(name).FindMethodByName(method)
        factory = message_factory.MessageFactory(pool)
        asked, answered = factory.GetPrototype(descriptor.input_type), factory.GetPrototype(descriptor.output_type)
        return channel.unary_unary(f"/{path}", asked.SerializeToString, answered.FromString)(asked(**request), timeout=20)

    print("health", call("grpc.health.v1.Health/Check", service="fathom.echo.Echo").status)
    print("total", call("fathom.echo.Echo/Unary", payload=b"hello").total_bytes)


main()
