using System.Net;
using System.Net.Sockets;
using Fathom.Doctor.Services;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.Tests.Doctor.Services.Watching;

namespace Fathom.Tests.Doctor.Services;

/// <summary>The processes behind an address, which here are that of the tests.</summary>
public sealed class ServerSearchTests : IDisposable
{
    private const int Answer = 1_000_000;

    private readonly TcpListener _server = new(IPAddress.Loopback, 0);

    public ServerSearchTests() => _server.Start();

    private Uri Address => new($"http://127.0.0.1:{((IPEndPoint)_server.LocalEndpoint).Port}");

    public void Dispose() => _server.Dispose();

    [Fact]
    public async Task What_accepts_and_answers_by_itself_is_the_server()
    {
        Requires.Present(TestPrerequisites.Linux);
        List<bool> calls = [];
        var search = new ServerSearch(isProxy: false, Call(calls), int.MaxValue);
        var found = (await search.FindAsync(Address, TestContext.Current.CancellationToken)).ShouldNotBeNull();
        found.Processes.ShouldContain(Environment.ProcessId);
        found.Processors.ShouldNotBeNull().ShouldBeInRange(1, Environment.ProcessorCount);
        calls.ShouldBe([true], "calls that need no method");
    }

    [Fact]
    public async Task A_proxy_that_answers_calls_of_the_method_by_itself_is_not_taken_for_the_server()
    {
        Requires.Present(TestPrerequisites.Linux);
        List<bool> calls = [];
        var search = new ServerSearch(isProxy: true, Call(calls), int.MaxValue);
        (await search.FindAsync(Address, TestContext.Current.CancellationToken)).ShouldBeNull();
        calls.ShouldAllBe(isNoOp => !isNoOp, "a proxy may refuse a method that it does not know");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_receives_answers_from_elsewhere_is_not_taken_for_the_server(bool isProxy)
    {
        Requires.Present(TestPrerequisites.Linux);
        var cancellation = TestContext.Current.CancellationToken;
        using var behind = await ConnectionBehind.OpenAsync(cancellation);
        var search = new ServerSearch(isProxy, async _ =>
        {
            await behind.Accepted.SendAsync(new byte[Answer], cancellation);
            await behind.Opened.ReadExactlyAsync(new byte[Answer], cancellation);
        }, Answer);
        (await search.FindAsync(Address, cancellation)).ShouldBeNull("it is this process again, and no proxy by its name");
        search.WhyNot.ShouldBe("the process that accepts its connections passes calls on to another");
    }

    [Fact]
    public async Task What_receives_something_for_itself_beside_one_of_three_rounds_of_calls_is_the_server()
    {
        Requires.Present(TestPrerequisites.Linux);
        var cancellation = TestContext.Current.CancellationToken;
        using var behind = await ConnectionBehind.OpenAsync(cancellation);
        var rounds = 0;
        var search = new ServerSearch(isProxy: false, async _ =>
        {
            if (rounds++ == 0)
            {
                await behind.Accepted.SendAsync(new byte[Answer], cancellation);
                await behind.Opened.ReadExactlyAsync(new byte[Answer], cancellation);
            }
        }, Answer);
        (await search.FindAsync(Address, cancellation)).ShouldNotBeNull().Processes.ShouldContain(Environment.ProcessId);
        rounds.ShouldBe(2);
    }

    [Fact]
    public async Task A_server_on_another_machine_is_not_looked_for()
    {
        var search = new ServerSearch(isProxy: false, _ => throw new InvalidOperationException("nothing is called"), 1);
        (await search.FindAsync(new Uri("http://192.0.2.1:80"), TestContext.Current.CancellationToken)).ShouldBeNull();
    }

    private static Func<bool, Task> Call(List<bool> calls) => isNoOp =>
    {
        calls.Add(isNoOp);
        return Task.CompletedTask;
    };
}
