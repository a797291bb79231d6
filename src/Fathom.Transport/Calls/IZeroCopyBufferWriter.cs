using System.Buffers;

namespace Fathom.Transport.Calls;

/// <summary>
/// What <see cref="Marshaller{T}.Serialize"/> is given where the transport takes large parts of a message as they are: the native
/// transport, for the only message that its side of a call sends.
/// </summary>
public interface IZeroCopyBufferWriter : IBufferWriter<byte>
{
    /// <summary>Adds bytes without copying them, behind what was written so far. They must not change until the call has ended.</summary>
    /// <param name="bytes">Counted as written: <see cref="IBufferWriter{T}.Advance"/> is not called for them.</param>
    void WriteBorrowed(ReadOnlyMemory<byte> bytes);
}
