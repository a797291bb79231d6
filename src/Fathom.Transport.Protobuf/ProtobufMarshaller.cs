using System.Buffers;
using Fathom.Transport.Calls;
using Google.Protobuf;

namespace Fathom.Transport.Protobuf;

/// <summary>Marshals messages that protoc generated. They are written into the transport's buffers without a copy.</summary>
/// <typeparam name="T">A class that protoc generated with C# output.</typeparam>
public sealed class ProtobufMarshaller<T> : Marshaller<T>
    where T : class, IBufferMessage, IMessage<T>, new()
{
    private static readonly MessageParser<T> Parser = new(() => new T());

    /// <inheritdoc/>
    public override int GetSize(T value) => value.CalculateSize();

    /// <inheritdoc/>
    public override void Serialize(T value, IBufferWriter<byte> output) => value.WriteTo(output);

    /// <inheritdoc/>
    public override T Deserialize(in ReadOnlySequence<byte> bytes) => Parser.ParseFrom(bytes);
}
