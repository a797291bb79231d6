using System.Diagnostics.CodeAnalysis;

namespace Fathom.Wire.Http2.Streams;

/// <summary>
/// The streams of a connection: open streams, the recorded state of closed ones, and pooled stream objects. Raises no events. Owned by one
/// connection.
/// </summary>
internal sealed class StreamTable(bool isServer, Http2Limits limits)
{
    // The number of concurrent streams that peers usually allow.
    private const int PoolSize = 128;

    private readonly StreamMap _open = new();
    private readonly ClosedStreamHistory _closed = new(limits.MaxRememberedStreams);
    private readonly Stack<Http2Stream> _pool = new();
    private long _nextLocal = isServer ? 2 : 1;

    /// <summary>The number of open streams.</summary>
    public int Count => _open.Count;

    /// <summary>The highest stream that the peer opened, or 0.</summary>
    public int LastPeerStreamId { get; private set; }

    /// <summary>Whether an identifier is left for a new stream of this side (RFC 9113 section 5.1.1).</summary>
    public bool HasLocalId => _nextLocal <= int.MaxValue;

    public bool TryGet(int id, [NotNullWhen(true)] out Http2Stream? stream) => _open.TryGet(id, out stream);

    public bool Contains(Http2Stream stream) => _open.TryGet(stream.Id, out var held) && ReferenceEquals(held, stream);

    /// <summary>Returns whether a stream was never opened and can still be opened by its side.</summary>
    public bool IsIdle(int id) => (id & 1) == (isServer ? 1 : 0) ? id > LastPeerStreamId : id >= _nextLocal;

    public Http2Stream OpenLocal(int sendWindow, int receiveWindow)
    {
        var id = (int)_nextLocal;
        _nextLocal += 2;
        return Open(id, sendWindow, receiveWindow);
    }

    /// <summary>Records that the peer opened a stream, even when it is then refused.</summary>
    public void OnPeerOpened(int id)
    {
        // Before the first stream, -1 counts as the last one, so that stream 1, the first of a client, skips nothing.
        _closed.AddOpened(LastPeerStreamId == 0 ? -1 : LastPeerStreamId, id);
        LastPeerStreamId = id;
    }

    public Http2Stream Open(int id, int sendWindow, int receiveWindow)
    {
        var stream = _pool.Count > 0 ? _pool.Pop() : new Http2Stream();
        stream.Open(id, sendWindow, receiveWindow);
        _open.Add(stream);
        return stream;
    }

    /// <summary>Removes a stream from the open ones.</summary>
    /// <returns>False when it is not one of them.</returns>
    public bool Remove(Http2Stream stream)
    {
        if (!Contains(stream))
        {
            return false;
        }

        _open.Remove(stream.Id);
        return true;
    }

    public void Recycle(Http2Stream stream)
    {
        stream.Clear();
        if (_pool.Count < PoolSize)
        {
            _pool.Push(stream);
        }
    }

    /// <summary>Records that this side reset a stream, so that its late frames are discarded: of DATA as much as its window had room
    /// for, in bytes.</summary>
    public void AddReset(int id, int window) => _closed.AddReset(id, window);

    /// <inheritdoc cref="ClosedStreamHistory.TryTakeLate"/>
    public bool TryTakeLate(int id, int bytes) => _closed.TryTakeLate(id, bytes);

    public ClosedStreamKind FindClosed(int id) => _closed.Find(id);

    public Http2Stream[] Snapshot() => _open.Snapshot();
}
