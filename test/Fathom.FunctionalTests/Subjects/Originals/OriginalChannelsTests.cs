using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;
using static Fathom.FunctionalTests.Subjects.Originals.OriginalPair;

namespace Fathom.FunctionalTests.Subjects.Originals;

/// <summary>What the original libraries do with the channels of calls that follow each other, and what they refuse.</summary>
[Collection(nameof(OriginalSubjects))]
public class OriginalChannelsTests(OriginalSubjects subjects)
{
    private static readonly string Waited = ReportedValues.MaxQueueWait.Name;

    [Theory]
    [InlineData("none", "new", 1)]
    [InlineData("wait", "new", 6)]
    [InlineData("wait", "reused", 1)]
    public async Task Grpc_Core_opens_a_connection_for_each_new_channel_only_where_the_former_was_shut_down(
        string disposal, string channel, int connections)
    {
        // Its channels share connections until they are shut down: those of former runs, too.
        var pair = await subjects.PairWithNewClientAsync("grpc-aspnetcore", "grpc-core");
        var (server, client) = await RunAsync(pair, disposal, channel);
        server.Find(ReportedValues.AcceptedConnections).ShouldBe(connections);
        client.Find(ReportedValues.Connections).ShouldBeNull("the library does not show its connections");
    }

    [Theory]
    [InlineData("none", "new", 6)]
    [InlineData("dispose", "new", 6)]
    [InlineData("wait", "new", 6)]
    [InlineData("none", "reused", 1)]
    public async Task Grpc_Net_Client_opens_a_connection_for_each_channel_and_both_sides_count_the_same(
        string disposal, string channel, int connections)
    {
        var pair = await subjects.PairAsync("grpc-aspnetcore", "grpc-net-client");
        var (server, client) = await RunAsync(pair, disposal, channel);
        server.Find(ReportedValues.AcceptedConnections).ShouldBe(connections);
        client.Find(ReportedValues.Connections).ShouldBe(connections);
    }

    [Fact]
    public async Task Handler_inlining_is_a_setting_of_Grpc_Core_alone()
    {
        var core = await subjects.PairWithNewClientAsync("grpc-aspnetcore", "grpc-core");
        var workload = Unary("proto", "get-result");
        workload["handler_inlining"] = true;
        (await core.RunAsync(workload)).Client.Errors.ShouldBeEmpty();

        var net = await subjects.PairAsync("grpc-aspnetcore", "grpc-net-client");
        workload.Remove("target");
        (await Should.ThrowAsync<SubjectException>(() => net.RunAsync(workload))).Message.ShouldContain(
            "handler_inlining 'true' cannot be used with Grpc.Net.Client; accepted: false, or no value");
    }

    [Fact]
    public async Task With_handler_inlining_blocked_callers_wait_for_no_thread_of_the_pool()
    {
        var (starved, inlined) = (await BlockedAsync(inlining: false), await BlockedAsync(inlining: true));
        // What else runs on the machine only adds to the longest wait (198 ms was seen, beside 316 of the starved one): then it is measured
        // again.
        for (var again = 0; again < 2 && inlined.Values[Waited] >= starved.Values[Waited] / 2; again++)
        {
            inlined = await BlockedAsync(inlining: true);
        }

        // Hardly more threads than the two processors; and up to one for each caller, which the pool adds a few a second. (20 on a quiet
        // machine; on one with 50 processes for its two processors 10 were enough until calls ended.)
        var few = inlined.Values[ReportedValues.MaxThreads.Name];
        few.ShouldBeLessThan(10);
        starved.Values[ReportedValues.MaxThreads.Name].ShouldBeGreaterThanOrEqualTo(2 * few);
        starved.Values[Waited].ShouldBeGreaterThan(2 * inlined.Values[Waited]);
    }

    [Theory]
    [InlineData("call", "sync", "accepted: blocking, get-result, async")]
    [InlineData("channel", "old", "accepted: new, reused")]
    [InlineData("disposal", "close", "accepted: none, dispose, wait")]
    [InlineData("contract", "thrift", "accepted: proto, code-first")]
    public async Task A_word_that_cannot_be_used_is_named_with_those_that_can(string member, string word, string accepted)
    {
        var pair = await subjects.PairAsync("grpc-aspnetcore", "grpc-net-client");
        var workload = Unary("proto", "blocking");
        workload[member] = word;
        (await Should.ThrowAsync<SubjectException>(() => pair.RunAsync(workload))).Message.ShouldContain(
            $"{member} '{word}' cannot be used; {accepted}");
    }

    private async Task<ProcessFigures> BlockedAsync(bool inlining)
    {
        // Inlining is a setting of the process, before its first channel.
        var pair = await subjects.PairWithNewClientAsync("grpc-aspnetcore", "grpc-core");
        var workload = Unary("proto", "get-result");
        workload["handler_inlining"] = inlining;
        workload["calls"] = 40;
        workload["callers"] = 20;
        return (await pair.RunAsync(workload)).Client;
    }

    private static Task<(ProcessFigures Server, ProcessFigures Client)> RunAsync(OriginalPair pair, string disposal, string channel)
    {
        var workload = Unary("proto", "blocking");
        workload["disposal"] = disposal;
        workload["channel"] = channel;
        workload["callers"] = 1;
        return pair.RunAsync(workload);
    }
}
