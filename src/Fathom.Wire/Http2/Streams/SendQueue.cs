namespace Fathom.Wire.Http2.Streams;

/// <summary>
/// First-in, first-out queue of the streams that have data to send. The links are fields of the streams, so adding and removing a stream
/// does not allocate or search. Owned by one connection.
/// </summary>
internal sealed class SendQueue
{
    private Http2Stream? _first;
    private Http2Stream? _last;

    public bool IsEmpty => _first is null;

    /// <summary>Adds a stream to the end, unless it is already queued.</summary>
    public void Add(Http2Stream stream)
    {
        if (stream.IsWaiting)
        {
            return;
        }

        stream.IsWaiting = true;
        stream.PreviousWaiting = _last;
        if (_last is null)
        {
            _first = stream;
        }
        else
        {
            _last.NextWaiting = stream;
        }

        _last = stream;
    }

    public Http2Stream? TakeFirst()
    {
        var stream = _first;
        if (stream is not null)
        {
            Remove(stream);
        }

        return stream;
    }

    public void Remove(Http2Stream stream)
    {
        if (!stream.IsWaiting)
        {
            return;
        }

        if (stream.PreviousWaiting is null)
        {
            _first = stream.NextWaiting;
        }
        else
        {
            stream.PreviousWaiting.NextWaiting = stream.NextWaiting;
        }

        if (stream.NextWaiting is null)
        {
            _last = stream.PreviousWaiting;
        }
        else
        {
            stream.NextWaiting.PreviousWaiting = stream.PreviousWaiting;
        }

        (stream.IsWaiting, stream.NextWaiting, stream.PreviousWaiting) = (false, null, null);
    }
}
