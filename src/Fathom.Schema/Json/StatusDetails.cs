using Fathom.Schema.Descriptors.Protos;
using Fathom.Schema.Faults;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>The details of an error: a <c>google.rpc.Status</c> in the trailer <c>grpc-status-details-bin</c>.</summary>
public static class StatusDetails
{
    /// <summary>The trailer.</summary>
    public const string Trailer = "grpc-status-details-bin";

    /// <summary>The type of a detail.</summary>
    public static MessageDescriptor Type => Google.Protobuf.WellKnownTypes.Any.Descriptor;

    /// <summary>Reads the trailer; each detail is an encoded <c>google.protobuf.Any</c>.</summary>
    /// <exception cref="SchemaException">The bytes are not that message.</exception>
    public static IReadOnlyList<ReadOnlyMemory<byte>> Read(ReadOnlySpan<byte> trailer)
    {
        try
        {
            return [.. Status.Parser.ParseFrom(trailer).Details.Select(detail => (ReadOnlyMemory<byte>)detail.ToByteArray())];
        }
        catch (InvalidProtocolBufferException e)
        {
            throw SchemaException.Input($"{trailer.Length} bytes are not a message google.rpc.Status: {Shown.Sentence(e.Message)}", e);
        }
    }
}
