using Fathom.FunctionalTests.Transport;

namespace Fathom.FunctionalTests.Interop;

/// <summary>Our host, called by a foreign client: each of its checks is a test case.</summary>
public abstract class ForeignClientTests(ForeignClientRuns runs)
{
    public static TheoryData<string> Checks => [.. ClientChecks.Names];

    [Theory]
    [MemberData(nameof(Checks))]
    public void A_check_of_a_foreign_client_passes(string check) =>
        OfEach(run => run.Lines.ShouldContain($"PASS {check}", $"TLS {run.Tls}: {run.Failures}"));

    [Fact]
    public void A_foreign_client_has_no_check_that_is_not_looked_at() =>
        OfEach(run => run.Lines.Select(line => line.Split(' ', ':')[1]).ShouldBe(ClientChecks.Names, run.Failures));

    [Fact]
    public void Handlers_saw_the_deadlines_and_the_cancellation_of_a_foreign_client() =>
        OfEach(run => run.Cancelled().ShouldBeGreaterThanOrEqualTo(3, "deadline, deadline_in_stream and cancellation"));

    private void OfEach(Action<ForeignClientRuns.Run> check)
    {
        Assert.SkipWhen(runs.Missing is not null, runs.Missing ?? "");
        runs.All.ShouldNotBeEmpty();
        foreach (var run in runs.All)
        {
            check(run);
        }
    }

    public sealed class GrpcioOnKestrel(GrpcioOnKestrelRuns runs) : ForeignClientTests(runs), IClassFixture<GrpcioOnKestrelRuns>;

    public sealed class GrpcioOnNative(GrpcioOnNativeRuns runs) : ForeignClientTests(runs), IClassFixture<GrpcioOnNativeRuns>;

    public sealed class GrpcioOnKestrelCodeFirst(GrpcioOnKestrelCodeFirstRuns runs) : ForeignClientTests(runs),
        IClassFixture<GrpcioOnKestrelCodeFirstRuns>;

    public sealed class GrpcioOnNativeCodeFirst(GrpcioOnNativeCodeFirstRuns runs) : ForeignClientTests(runs),
        IClassFixture<GrpcioOnNativeCodeFirstRuns>;

    public sealed class GrpcJsOnKestrel(GrpcJsOnKestrelRuns runs) : ForeignClientTests(runs), IClassFixture<GrpcJsOnKestrelRuns>;

    public sealed class GrpcJsOnNative(GrpcJsOnNativeRuns runs) : ForeignClientTests(runs), IClassFixture<GrpcJsOnNativeRuns>;

    // Of host, contract and TLS each two occur together in some run.
    public sealed class GrpcioOnKestrelRuns() : ForeignClientRuns(Grpcio.FindAsync, Stack.Framework, tls: true);

    public sealed class GrpcioOnNativeRuns() : ForeignClientRuns(Grpcio.FindAsync, Stack.Native, tls: false);

    public sealed class GrpcioOnKestrelCodeFirstRuns()
        : ForeignClientRuns(Grpcio.FindForCodeFirstAsync, Stack.Framework, tls: false, codeFirst: true);

    public sealed class GrpcioOnNativeCodeFirstRuns()
        : ForeignClientRuns(Grpcio.FindForCodeFirstAsync, Stack.Native, tls: true, codeFirst: true);

    public sealed class GrpcJsOnKestrelRuns() : ForeignClientRuns(GrpcJs.FindAsync, Stack.Framework, tls: false);

    public sealed class GrpcJsOnNativeRuns() : ForeignClientRuns(GrpcJs.FindAsync, Stack.Native, tls: true);
}
