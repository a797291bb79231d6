namespace Fathom.Transport.Connections.Loops;

/// <summary>A heap of timers by due time. Timers store their index, so that a stopped timer is removed at once: most deadlines never pass,
/// and a heap that kept them would hold every call of the last half minute. Owned by one loop, which locks it.</summary>
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

        Set(Count++, timer);
        SiftUp(timer.HeapIndex);
    }

    public void Remove(LoopTimer timer)
    {
        var place = timer.HeapIndex;
        if (place < 0)
        {
            return;
        }

        timer.HeapIndex = -1;
        var last = _timers[--Count];
        _timers[Count] = null!;
        if (last != timer)
        {
            Set(place, last);
            SiftUp(place);
            SiftDown(last.HeapIndex);
        }
    }

    private void SiftUp(int place)
    {
        while (place > 0 && _timers[(place - 1) / 2].DueAt > _timers[place].DueAt)
        {
            Swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    private void SiftDown(int place)
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
        Set(a, _timers[b]);
        Set(b, timer);
    }

    private void Set(int place, LoopTimer timer)
    {
        _timers[place] = timer;
        timer.HeapIndex = place;
    }
}
