using System.Buffers;

namespace Fathom.Transport.Compression;

/// <summary>A buffer for a message of known size, in an array that the reader can keep. Owned by one message.</summary>
/// <param name="size">Maximum number of bytes that are written, up to <see cref="MaxSize"/>.</param>
internal sealed class DedicatedBuffer(int size) : IBufferWriter<byte>
{
    /// <summary>Maximum size that is allocated because a message declares it. Larger messages get memory as their bytes arrive.</summary>
    public const int MaxSize = 64 << 20;

    // Codecs request at least this much to verify that nothing follows.
    private const int ExtraBytes = 4096;

    private readonly byte[] _array = GC.AllocateUninitializedArray<byte>(size + ExtraBytes);
    private int _written;

    /// <summary>The written bytes.</summary>
    public ReadOnlyMemory<byte> WrittenMemory => _array.AsMemory(0, _written);

    public void Advance(int count) => _written += count;

    public Memory<byte> GetMemory(int sizeHint = 0) => _array.AsMemory(_written);

    public Span<byte> GetSpan(int sizeHint = 0) => _array.AsSpan(_written);
}
