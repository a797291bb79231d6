using System.Buffers;
using Fathom.Wire.Grpc;

namespace Fathom.Load.Grpc.Requests;

/// <summary>A message behind its prefix, without a copy of it. Owned by one framer.</summary>
internal sealed class PrefixedMessage
{
    /// <summary>Below this size, in bytes, a copy is cheaper.</summary>
    public const int MinSize = 1024;

    private readonly byte[] _prefix = new byte[MessagePrefix.Size];
    private readonly Part _first;
    private readonly Part _last = new();

    public PrefixedMessage() => _first = new Part(_prefix, _last);

    /// <summary>Both; valid until the next one.</summary>
    public ReadOnlySequence<byte> Of(ReadOnlyMemory<byte> message)
    {
        MessagePrefix.Write(_prefix, message.Length, compressed: false);
        _last.Show(message);
        return new ReadOnlySequence<byte>(_first, 0, _last, message.Length);
    }

    private sealed class Part : ReadOnlySequenceSegment<byte>
    {
        public Part() => RunningIndex = MessagePrefix.Size;

        public Part(ReadOnlyMemory<byte> memory, Part next) => (Memory, Next) = (memory, next);

        public void Show(ReadOnlyMemory<byte> memory) => Memory = memory;
    }
}
