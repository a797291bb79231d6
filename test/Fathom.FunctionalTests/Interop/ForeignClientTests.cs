using Fathom.FunctionalTests.Transport;

namespace Fathom.FunctionalTests.Interop;

/// <summary>Our host, called by a foreign client: each of its checks is a test case.</summary>
public abstract class ForeignClientTests(ForeignClientRuns runs)
{
    public static TheoryData<string, bool> Checks()
    {
        var data = new TheoryData<string, bool>();
        foreach (var name in ClientChecks.Names)
        {
            data.Add(name, false);
            data.Add(name, true);
        }

        return data;
    }

    [Theory]
    [MemberData(nameof(Checks))]
    public void A_check_of_a_foreign_client_passes(string check, bool tls)
    {
        Assert.SkipWhen(runs.Missing is not null, runs.Missing ?? "");
        runs.Of(tls).ShouldContain($"PASS {check}", runs.Report(tls));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_foreign_client_has_no_check_that_is_not_looked_at(bool tls)
    {
        Assert.SkipWhen(runs.Missing is not null, runs.Missing ?? "");
        runs.Of(tls).Select(line => line.Split(' ', ':')[1]).ShouldBe(ClientChecks.Names);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Handlers_saw_the_deadlines_and_the_cancellation_of_a_foreign_client(bool tls)
    {
        Assert.SkipWhen(runs.Missing is not null, runs.Missing ?? "");
        runs.Cancelled(tls).ShouldBeGreaterThanOrEqualTo(3, "deadline, deadline_in_stream and cancellation");
    }

    public sealed class GrpcioOnKestrel(GrpcioOnKestrelRuns runs) : ForeignClientTests(runs), IClassFixture<GrpcioOnKestrelRuns>;

    public sealed class GrpcioOnNative(GrpcioOnNativeRuns runs) : ForeignClientTests(runs), IClassFixture<GrpcioOnNativeRuns>;

    public sealed class GrpcioOnKestrelCodeFirst(GrpcioOnKestrelCodeFirstRuns runs) : ForeignClientTests(runs),
        IClassFixture<GrpcioOnKestrelCodeFirstRuns>;

    public sealed class GrpcioOnNativeCodeFirst(GrpcioOnNativeCodeFirstRuns runs) : ForeignClientTests(runs),
        IClassFixture<GrpcioOnNativeCodeFirstRuns>;

    public sealed class GrpcJsOnKestrel(GrpcJsOnKestrelRuns runs) : ForeignClientTests(runs), IClassFixture<GrpcJsOnKestrelRuns>;

    public sealed class GrpcJsOnNative(GrpcJsOnNativeRuns runs) : ForeignClientTests(runs), IClassFixture<GrpcJsOnNativeRuns>;

    public sealed class GrpcioOnKestrelRuns() : ForeignClientRuns(Grpcio.FindAsync, Stack.Framework);

    public sealed class GrpcioOnNativeRuns() : ForeignClientRuns(Grpcio.FindAsync, Stack.Native);

    public sealed class GrpcioOnKestrelCodeFirstRuns() : ForeignClientRuns(Grpcio.FindForCodeFirstAsync, Stack.Framework, codeFirst: true);

    public sealed class GrpcioOnNativeCodeFirstRuns() : ForeignClientRuns(Grpcio.FindForCodeFirstAsync, Stack.Native, codeFirst: true);

    public sealed class GrpcJsOnKestrelRuns() : ForeignClientRuns(GrpcJs.FindAsync, Stack.Framework);

    public sealed class GrpcJsOnNativeRuns() : ForeignClientRuns(GrpcJs.FindAsync, Stack.Native);
}
