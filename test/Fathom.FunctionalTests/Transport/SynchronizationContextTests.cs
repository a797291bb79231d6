using Fathom.Subjects.Echo;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport;

/// <summary>A thread that owns a synchronization context, a user interface's for one, blocks on a call: nothing of the call may wait for
/// that thread.</summary>
public abstract class SynchronizationContextTests(Stack stack)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_thread_with_a_context_may_block_on_every_kind_of_call(bool tls)
    {
        await using var host = await stack.StartAsync(tls: tls);
        using var channel = host.Channel();

        var run = OnItsOwnThread(() =>
        [
            channel.Unary(EchoMethods.Unary, Request("blocking")).Text(),
            Blocked(channel.UnaryAsync(EchoMethods.Unary, Request("unary"))).Text(),
            Blocked(channel.ClientStreamingAsync(EchoMethods.ClientStream, Ready(Request("client"), Request("client stream")))).Text(),
            Blocked(FirstAsync(channel.ServerStreamingAsync(
                EchoMethods.ServerStream, new EchoRequest(Request("server stream")) { Repeat = 1 }))).Text(),
            Blocked(FirstAsync(channel.DuplexStreamingAsync(EchoMethods.DuplexStream, Ready(Request("duplex"))))).Text(),
        ]);

        (await run.WaitAsync(Patience)).ShouldBe(["blocking", "unary", "client stream", "server stream", "duplex"]);
    }

    private static T Blocked<T>(Task<T> task) => task.GetAwaiter().GetResult();

    // The test's own continuations do not go back either: what is left is the library's.
    private static async Task<T> FirstAsync<T>(IAsyncEnumerable<T> items)
    {
        await using var enumerator = items.ConfigureAwait(false).GetAsyncEnumerator();
        (await enumerator.MoveNextAsync()).ShouldBeTrue();
        return enumerator.Current;
    }

    private static async IAsyncEnumerable<T> Ready<T>(params T[] items)
    {
        await Task.CompletedTask;
        foreach (var item in items)
        {
            yield return item;
        }
    }

    private static Task<string[]> OnItsOwnThread(Func<string[]> calls)
    {
        var done = new TaskCompletionSource<string[]>(TaskCreationOptions.RunContinuationsAsynchronously);
        new Thread(() =>
        {
            SynchronizationContext.SetSynchronizationContext(new BusyContext());
            try
            {
                done.SetResult(calls());
            }
            catch (Exception e)
            {
                done.SetException(e);
            }
        })
        { IsBackground = true }.Start();
        return done.Task;
    }

    /// <summary>A context whose thread is blocked: what is posted to it stays where it is.</summary>
    private sealed class BusyContext : SynchronizationContext
    {
        public override void Post(SendOrPostCallback d, object? state)
        {
        }

        public override void Send(SendOrPostCallback d, object? state) => throw new InvalidOperationException("The thread is blocked.");
    }

    public sealed class OnKestrelByHttpClient() : SynchronizationContextTests(Stack.Framework);

    public sealed class OnNativeByNative() : SynchronizationContextTests(Stack.Native);
}
