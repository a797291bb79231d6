using Fathom.TestKit;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>Services with one known cause, on gRPC libraries that are not on Kestrel, and code first: the cause is first, and
/// proven.</summary>
[Collection(Alone.Name)]
public sealed class ForeignPlantTests : IAsyncDisposable
{
    private readonly Examination _doctor = new();

    public ForeignPlantTests() => Requires.PlantsAreWanted();

    [Theory]
    [InlineData("grpcio-gzip", "grpc-accept-encoding")]
    [InlineData("grpc-go-limited", "connections")]
    [InlineData("grpc-cpp-serialised", "calls-at-once")]
    [InlineData("grpc-js-serialised", "calls-at-once")]
    [InlineData("code-first-blocking", "calls-beside")]
    public async Task A_planted_cause_is_first_and_proven(string plant, string variable)
    {
        var record = await _doctor.DiagnoseAsync(plant);
        record.Causes[0].Proof!.Variable.ShouldBe(variable);
    }

    [Fact]
    public async Task A_lock_on_the_C_core_is_proven_with_no_more_PINGs_than_it_bears()
    {
        var record = await _doctor.DiagnoseAsync("grpcio-serialised");
        record.Observations.Single(o => o.Id == "server").Value.ShouldBe("gRPC C core");
    }

    [Fact]
    public async Task Blocking_handlers_of_Grpc_Core_delay_no_op_calls_and_not_PING()
    {
        var record = await _doctor.DiagnoseAsync("grpc.core-blocking");
        record.Observations.Single(o => o.Id == "server").Value.ShouldBe("gRPC C core");
    }

    [Fact]
    public Task A_service_on_Go_that_waits_by_design_is_healthy() => _doctor.DiagnoseAsync("grpc-go-waiting");

    public ValueTask DisposeAsync() => _doctor.DisposeAsync();
}
