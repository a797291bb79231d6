using System.Buffers;

namespace Fathom.Transport.Compression;

/// <summary>Bytes of a message of known size, in an array that its reader may keep. Owned by one message.</summary>
/// <param name="size">Most bytes that will be written, up to <see cref="MaxSize"/>.</param>
internal sealed class DedicatedBuffer(int size) : IBufferWriter<byte>
{
    /// <summary>The most that is given to a message because it says so; a larger one gets its memory as it comes.</summary>
    public const int MaxSize = 64 << 20;

    // What codecs ask for at least, with nothing left to be written: to see that nothing follows.
    private const int ExtraBytes = 4096;

    private readonly byte[] _array = GC.AllocateUninitializedArray<byte>(size + ExtraBytes);
    private int _written;

    /// <summary>Bytes written.</summary>
    public ReadOnlyMemory<byte> WrittenMemory => _array.AsMemory(0, _written);

    public void Advance(int count) => _written += count;

    public Memory<byte> GetMemory(int sizeHint = 0) => _array.AsMemory(_written);

    public Span<byte> GetSpan(int sizeHint = 0) => _array.AsSpan(_written);
}
