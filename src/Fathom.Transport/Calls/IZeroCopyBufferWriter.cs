using System.Buffers;

namespace Fathom.Transport.Calls;

/// <summary>
/// A buffer writer that can send memory without copying it. The native transport passes one to <see cref="Marshaller{T}.Serialize"/> when
/// the message is the only one that this side of the call sends.
/// </summary>
public interface IZeroCopyBufferWriter : IBufferWriter<byte>
{
    /// <summary>Appends bytes without copying them. They must not change until the call has ended.</summary>
    /// <param name="bytes">The bytes. They count as written; do not call <see cref="IBufferWriter{T}.Advance"/> for them.</param>
    void WriteBorrowed(ReadOnlyMemory<byte> bytes);
}
