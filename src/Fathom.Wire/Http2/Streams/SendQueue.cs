namespace Fathom.Wire.Http2.Streams;

/// <summary>
/// Streams that have data to send, first come first served; linked through the streams themselves, so that joining and leaving cost
/// nothing. Owned by one connection.
/// </summary>
internal sealed class SendQueue
{
    private Http2Stream? _first;
    private Http2Stream? _last;

    public bool IsEmpty => _first is null;

    /// <summary>Puts a stream at the end, unless it waits already.</summary>
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
