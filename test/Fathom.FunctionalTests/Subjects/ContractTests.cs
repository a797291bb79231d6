using System.Diagnostics;
using System.Text.Json;
using Fathom.FunctionalTests.Transport;
using Fathom.Lab.Running;
using Fathom.Lab.Studies;
using Fathom.Lab.Studies.Channels;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;
using CodeFirst = Fathom.Subjects.Echo.CodeFirst;

namespace Fathom.FunctionalTests.Subjects;

/// <summary>Host and contract of the in-box subjects, each alone: the four stacks of the published load tests.</summary>
public class ContractTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Theory]
    [InlineData("kestrel", "proto", StatusCode.Internal)]
    [InlineData("kestrel", "code-first", StatusCode.InvalidArgument)]
    [InlineData("native", "proto", StatusCode.Internal)]
    [InlineData("native", "code-first", StatusCode.InvalidArgument)]
    public async Task A_host_reads_by_the_contract_that_it_was_told_and_both_contracts_can_call_it(
        string host, string contract, StatusCode ofMalformed)
    {
        using var subject = Process.Start(new ProcessStartInfo(
            "dotnet", [Path.Combine(AppContext.BaseDirectory, $"fathom-{host}.dll"), "--contract", contract])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        try
        {
            var line = await subject.StandardOutput.ReadLineAsync().WaitAsync(Patience);
            using var ready = JsonDocument.Parse(line.ShouldNotBeNull());
            using var channel = new NativeChannel(new ChannelOptions { Address = new Uri(
                ready.RootElement.GetProperty("address").GetString()!) });

            (await channel.UnaryAsync(EchoMethods.Unary, Request("hello"))).Text().ShouldBe("hello");
            (await channel.UnaryAsync(CodeFirst.EchoMethods.Unary, new() { Payload = new byte[] { 1, 2, 3 } })).Payload.ToArray()
                .ShouldBe([1, 2, 3]);

            // What tells one contract from the other on the wire: Google.Protobuf's own exception is the handler's failure to the
            // dispatcher.
            var raw = new Method<byte[], byte[]>(MethodKind.Unary, EchoMethods.Service, "Unary", new BytesMarshaller(),
                new BytesMarshaller());
            (await FailureAsync(() => channel.UnaryAsync(raw, [0x0A, 0x7F, 0x41]))).StatusCode.ShouldBe(ofMalformed);
        }
        finally
        {
            subject.StandardInput.Close();
            await subject.WaitForExitAsync().WaitAsync(Patience);
        }
    }

    [Theory]
    [InlineData("kestrel", "proto", "httpclient")]
    [InlineData("kestrel", "code-first", "httpclient")]
    [InlineData("native", "proto", "native")]
    [InlineData("native", "code-first", "native")]
    [InlineData("kestrel", "code-first", "native")]
    [InlineData("native", "code-first", "httpclient")]
    public async Task A_stack_carries_out_the_study_as_planned(string host, string contract, string client)
    {
        var trial = Plan(host, contract, client).Trials.ShouldHaveSingleItem();

        var outcome = await new ProcessTrialExecutor(Subjects).ExecuteAsync(trial, block: 1, CancellationToken.None);

        var figures = outcome.ShouldBeOfType<ReplicateOutcome.Measured>().Figures;
        figures.Errors.ShouldBe(0);
        figures.OfClient("calls").ShouldBe(500);
        figures.OfClient("connections").ShouldBe(1);
    }

    [Fact]
    public async Task A_contract_that_the_client_does_not_know_is_named_with_those_that_it_does()
    {
        var trial = Plan("native", "proto", "native").Trials[0];
        trial.Setup.Workload["contract"] = "thrift";

        var outcome = await new ProcessTrialExecutor(Subjects).ExecuteAsync(trial, block: 1, CancellationToken.None);

        outcome.ShouldBeOfType<ReplicateOutcome.Failed>().Failure.StandardError.ShouldContain(
            "contract 'thrift' is not in this build; 'proto' and 'code-first' are");
    }

    private static SubjectCatalog Subjects => new(Path.Combine(FathomProcess.Folder, "subjects"));

    private static StudyPlan Plan(string host, string contract, string client) =>
        StudyPlanner.Plan(ChannelsStudy.Spec, Profile.Full, 1, new Dictionary<string, IReadOnlyList<string>>
    {
        ["host"] = [host],
        ["contract"] = [contract],
        ["client"] = [client],
        ["schedule"] = ["sequential"],
        ["channel"] = ["reused"],
        ["call"] = ["blocking"],
        ["min_threads"] = ["default"],
        ["security"] = ["plain"],
    });
}
