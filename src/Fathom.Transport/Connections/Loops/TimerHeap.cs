namespace Fathom.Transport.Connections.Loops;

/// <summary>
/// Timers by the time they are due. A timer knows its place, so that stopping it takes it out: most deadlines never pass, and a heap that
/// kept them until then would hold every call of the last half minute. Owned by one loop, which locks.
/// </summary>
internal sealed class TimerHeap
{
    private LoopTimer[] _timers = new LoopTimer[16];

    public int Count { get; private set; }

    public LoopTimer? First => Count > 0 ? _timers[0] : null;

    public void Add(LoopTimer timer)
    {
        if (Count == _timers.Length)
        {
            Array.Resize(ref _timers, Count * 2);
        }

        Put(Count++, timer);
        Rise(timer.Place);
    }

    public void Remove(LoopTimer timer)
    {
        var place = timer.Place;
        if (place < 0)
        {
            return;
        }

        timer.Place = -1;
        var last = _timers[--Count];
        _timers[Count] = null!;
        if (last != timer)
        {
            Put(place, last);
            Rise(place);
            Sink(last.Place);
        }
    }

    private void Rise(int place)
    {
        while (place > 0 && _timers[(place - 1) / 2].DueAt > _timers[place].DueAt)
        {
            Swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    private void Sink(int place)
    {
        while (true)
        {
            var least = place;
            for (var child = (2 * place) + 1; child <= (2 * place) + 2 && child < Count; child++)
            {
                least = _timers[child].DueAt < _timers[least].DueAt ? child : least;
            }

            if (least == place)
            {
                return;
            }

            Swap(place, least);
            place = least;
        }
    }

    private void Swap(int a, int b)
    {
        var timer = _timers[a];
        Put(a, _timers[b]);
        Put(b, timer);
    }

    private void Put(int place, LoopTimer timer)
    {
        _timers[place] = timer;
        timer.Place = place;
    }
}
