namespace Fathom.Load.Grpc.Calls;

/// <summary>Times the answers of one two-way stream: reply n answers request n. Where their numbers differ, replies are no answers.
/// </summary>
internal sealed class AnswerClock
{
    // A stream that sends so many before it is answered is no exchange of requests and replies.
    private const int MaxUnanswered = 65_536;

    private readonly Queue<long> _sent = new();
    private bool _isBroken;

    /// <summary>Whether every reply so far answered a request, and every request has its reply.</summary>
    public bool IsPaired => !_isBroken && _sent.Count == 0;

    public void Clear()
    {
        _sent.Clear();
        _isBroken = false;
    }

    public void OnSent(long now)
    {
        if (_sent.Count < MaxUnanswered && !_isBroken)
        {
            _sent.Enqueue(now);
        }
        else
        {
            _isBroken = true;
        }
    }

    /// <summary>A reply was received.</summary>
    /// <returns>When the request that it answers was sent; null when it answers none.</returns>
    public long? OnReply()
    {
        _isBroken |= _sent.Count == 0;
        return _isBroken ? null : _sent.Dequeue();
    }
}
