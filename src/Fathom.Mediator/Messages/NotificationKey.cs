using System.Buffers;
using System.Security.Cryptography;
using System.Text;
using Fathom.Contracts;
using Fathom.Transport.Calls;

namespace Fathom.Mediator.Messages;

/// <summary>
/// What makes two copies the same notification: id, type and content. If the id alone did, a node that forwards a notification could send
/// another one under its id, and the true one would count as handled. The first 128 bits of SHA-256: to find other content for a key takes
/// 2^128 attempts.
/// </summary>
internal static class NotificationKey
{
    /// <summary>Computes the key. Throws <see cref="InvalidOperationException"/> for a notification that cannot be serialized.</summary>
    public static Guid Of<TNotification>(Guid id, Method<TNotification, Empty> method, TNotification notification)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        hash.AppendData(id.ToByteArray());
        hash.AppendData(Encoding.UTF8.GetBytes(method.FullPath));
        using (var writer = new HashingWriter(hash))
        {
            method.RequestMarshaller.GetSize(notification);
            method.RequestMarshaller.Serialize(notification, writer);
        }

        return new Guid(hash.GetHashAndReset().AsSpan(0, 16));
    }

    /// <summary>Adds what is written to a hash, a buffer at a time.</summary>
    private sealed class HashingWriter(IncrementalHash hash) : IBufferWriter<byte>, IDisposable
    {
        private const int Size = 16 * 1024;

        private byte[] _buffer = ArrayPool<byte>.Shared.Rent(Size);

        public void Advance(int count) => hash.AppendData(_buffer, 0, count);

        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            if (sizeHint > _buffer.Length)
            {
                Dispose();
                _buffer = ArrayPool<byte>.Shared.Rent(sizeHint);
            }

            return _buffer;
        }

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

        public void Dispose() => ArrayPool<byte>.Shared.Return(_buffer);
    }
}
