using Fathom.FunctionalTests.Transport;
using Fathom.Studies.Running;
using Fathom.Studies;
using Fathom.Studies.Channels;
using Fathom.SubjectProtocol;
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
public class ContractTests(ServedSubjects subjects)
{
    [Theory]
    [InlineData("kestrel", "proto", StatusCode.Internal)]
    [InlineData("kestrel", "code-first", StatusCode.InvalidArgument)]
    [InlineData("native", "proto", StatusCode.Internal)]
    [InlineData("native", "code-first", StatusCode.InvalidArgument)]
    public async Task A_host_reads_by_the_contract_of_its_flag_and_both_contracts_can_call_it(
        string host, string contract, StatusCode ofMalformed)
    {
        using var channel = new NativeChannel(new ChannelOptions { Address = await subjects.AddressAsync(host, "--contract", contract) });

        (await channel.UnaryAsync(EchoMethods.Unary, Request("hello"))).Text().ShouldBe("hello");
        (await channel.UnaryAsync(CodeFirst.EchoMethods.Unary, new() { Payload = new byte[] { 1, 2, 3 } })).Payload.ToArray()
            .ShouldBe([1, 2, 3]);

        // The contracts differ on the wire for a malformed message: the dispatcher treats Google.Protobuf's exception as a failure of the
        // handler.
        var raw = new Method<byte[], byte[]>(MethodKind.Unary, EchoMethods.Service, "Unary", new BytesMarshaller(),
            new BytesMarshaller());
        (await FailureAsync(() => channel.UnaryAsync(raw, [0x0A, 0x7F, 0x41]))).StatusCode.ShouldBe(ofMalformed);
    }

    /// <summary>Host, contract and client; each of their values in the first two.</summary>
    public static TheoryData<string, string, string> Stacks =>
    [
        .. new[]
        {
            ("kestrel", "proto", "httpclient"), ("native", "code-first", "native"), ("kestrel", "code-first", "httpclient"),
            ("native", "proto", "native"), ("kestrel", "code-first", "native"), ("native", "code-first", "httpclient"),
        }.Take(Thorough.Count(2, 6)),
    ];

    [Theory]
    [MemberData(nameof(Stacks))]
    public async Task A_stack_carries_out_the_study_as_planned(string host, string contract, string client)
    {
        var trial = Plan(host, contract, client).Trials.ShouldHaveSingleItem();

        var outcome = await new ProcessTrialExecutor(BuiltSubjects.Catalog).ExecuteAsync(trial, block: 1, CancellationToken.None);

        var figures = outcome.ShouldBeOfType<ReplicateOutcome.Measured>().Figures;
        figures.Errors.ShouldBe(0);
        figures.OfClient(ReportedValues.Calls).ShouldBe(500);
        figures.OfClient(ReportedValues.Connections).ShouldBe(1);
    }

    [Fact]
    public async Task A_contract_that_the_client_lacks_is_named_with_those_it_has()
    {
        var trial = Plan("native", "proto", "native").Trials[0];
        trial.Setup.Workload["contract"] = "thrift";

        var outcome = await new ProcessTrialExecutor(BuiltSubjects.Catalog).ExecuteAsync(trial, block: 1, CancellationToken.None);

        outcome.ShouldBeOfType<ReplicateOutcome.Failed>().Failure.Message.ShouldContain(
            "contract 'thrift' cannot be used; accepted: proto, code-first");
    }

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
