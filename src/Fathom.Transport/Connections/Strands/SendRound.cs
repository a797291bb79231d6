namespace Fathom.Transport.Connections.Strands;

/// <summary>The members whose output the thread that leaves a strand sends, and what became of each send. Composed by value into one
/// leave.</summary>
internal struct SendRound
{
    private Entry _first;
    private List<Entry>? _more;
    private int _count;

    /// <summary>Whether the calling thread has to send.</summary>
    public readonly bool Exists => _count > 0;

    /// <summary>Inside: adds a member if the calling thread has to send for it.</summary>
    public void Add(IStrandMember member, bool sendsHere)
    {
        if (!member.BeginSend(sendsHere))
        {
            return;
        }

        if (_count++ == 0)
        {
            _first.Member = member;
        }
        else
        {
            (_more ??= []).Add(new Entry { Member = member });
        }
    }

    /// <summary>Outside: sends once for each member.</summary>
    public void Send()
    {
        _first.Outcome = _first.Member!.Send();
        for (var i = 0; i < _count - 1; i++)
        {
            _more![i] = _more[i] with { Outcome = _more[i].Member!.Send() };
        }
    }

    /// <summary>Inside: gives the outcomes to the members, which are added again when they have more to send.</summary>
    public void TakeResults()
    {
        var (first, others, count) = (_first, _more, _count);
        (_first, _more, _count) = (default, null, 0);
        if (count > 0)
        {
            first.Member!.EndSend(first.Outcome);
        }

        for (var i = 0; i < count - 1; i++)
        {
            others![i].Member!.EndSend(others[i].Outcome);
        }
    }

    private struct Entry
    {
        public IStrandMember? Member;
        public SendOutcome Outcome;
    }
}
