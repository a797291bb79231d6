using Fathom.TestKit;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Tests.Transport.Connections.Loops;

public sealed class LoopStreamTests
{
    private const int Records = 900;

    // A change of keys.
    private static readonly byte[] Record = [23, 3, 3, 0, 22, .. new byte[22]];

    [Fact]
    public async Task Of_many_small_records_a_part_is_read_in_a_turn()
    {
        var most = SecurityPage.Number("64 TLS records");
        var (near, far) = await LoopbackPair.ConnectAsync();
        using var farEnd = far;
        using var nearEnd = near;
        var loop = new EventLoop("records", Poller.Create());
        await using var stream = new LoopStream(loop, near, new HandshakeParty(this), () => { }, () => { });
        stream.EndHandshake();
        far.Send([.. Enumerable.Repeat(Record, Records).SelectMany(record => record)]);

        List<int> turns = [];
        var buffer = new byte[16 * 1024];
        var reading = ValueTask.FromResult(0);
        while (turns.Sum() < Records * Record.Length)
        {
            await RunAsync(loop, () =>
            {
                var bytes = 0;
                _ = !reading.IsCompleted && stream.OnReadable();
                for (; reading.IsCompleted; reading = stream.ReadAsync(buffer))
                {
                    bytes += reading.Result;
                }

                turns.Add(bytes);
            });
        }

        // Only the first read did not know how small they are.
        turns[0].ShouldBe(buffer.Length);
        turns.Skip(1).Max().ShouldBeInRange(most * Record.Length, most * Record.Length * 5 / 4);
    }

    private static Task RunAsync(EventLoop loop, Action action)
    {
        var ran = new Task(action, TaskCreationOptions.RunContinuationsAsynchronously);
        loop.Post(new LoopWork(ran.RunSynchronously));
        return ran;
    }
}
