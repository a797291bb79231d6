using Fathom.Transport.Connections.Loops;

namespace Fathom.Load.Grpc.Workers;

/// <summary>The event loops of load, apart from those of channels. Runs of one process use the same loops, one after the other.</summary>
internal static class LoadLoops
{
    private static readonly List<EventLoop> All = [];
    private static readonly Lock Creating = new();

    public static EventLoop Get(int number)
    {
        lock (Creating)
        {
            while (All.Count <= number)
            {
                All.Add(new EventLoop($"fathom load {All.Count}", Poller.Create()));
            }

            return All[number];
        }
    }
}
