using System.Buffers;
using Fathom.Transport.Calls;
using Google.Protobuf;

namespace Fathom.Schema.Reflection;

/// <summary>Marshals the messages of reflection.</summary>
internal sealed class MessageMarshaller<T> : Marshaller<T>
    where T : class, IBufferMessage, IMessage<T>, new()
{
    private static readonly MessageParser<T> Parser = new(() => new T());

    public override int GetSize(T value) => value.CalculateSize();

    public override void Serialize(T value, IBufferWriter<byte> output) => value.WriteTo(output);

    public override T Deserialize(in ReadOnlySequence<byte> bytes) => Parser.ParseFrom(bytes);
}
