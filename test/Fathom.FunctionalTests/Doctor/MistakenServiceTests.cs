using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.TestKit;
using Fathom.TestKit.Plants;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>Services of which an earlier doctor proved a wrong cause, called healthy what was not, or said nothing. The truth is proven, or
/// among what is named; nothing else is proven.</summary>
[Collection(Alone.Name)]
public sealed class MistakenServiceTests : IAsyncDisposable
{
    private const string Call = "fathom.plants.Plant/Call";

    private static readonly TimeSpan Within = TimeSpan.FromMinutes(5);

    private readonly PlantStage _stage = new();
    private readonly TemporaryFolder _folder = new();

    [Fact]
    public async Task Callers_of_a_method_that_blocks_on_a_task_wait_for_threads() =>
        IsNamed("thread-pool-starvation", await ExamineAsync(await StartAsync("blocking-briefly"), "-c", "64"));

    [Fact]
    public async Task Calls_that_compute_two_ms_away_wait_for_processors() =>
        IsNamed("cpu-saturation", await ExamineAsync(await FarAsync("computing")));

    [Fact]
    public async Task Short_calls_that_compute_two_ms_away_wait_for_processors() =>
        IsNamed("cpu-saturation", await ExamineAsync(await FarAsync("computing-briefly"), "-c", "16"));

    [Fact]
    public async Task A_process_held_by_a_quota_waits_for_that()
    {
        Requires.PlantsAreWanted();
        IsNamed("cpu-quota-throttling", await ExamineAsync(await _stage.StartLimitedAsync(10, "service", "computing-briefly")));
    }

    [Fact]
    public async Task Time_in_a_logger_before_each_method_is_that_of_middleware() =>
        IsNamed("slow-middleware", await ExamineAsync(await StartAsync("logged")));

    [Fact]
    public async Task A_limiter_before_all_methods_is_no_starved_pool() =>
        IsNamed("rate-limited", await ExamineAsync(await StartAsync("limited-for-all")));

    [Fact]
    public async Task One_failing_call_in_sixty_ends_no_examination()
    {
        var record = await ExamineAsync(await StartAsync("failing-at-times"));
        IsNamed("method-waits", record);
        record.Time.ShouldContain(t => t.Contains("calls failed", StringComparison.Ordinal)
            && t.Contains("with Unavailable", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Processors_that_neighbours_keep_busy_are_not_the_servers()
    {
        var address = await StartAsync("serialised");
        _stage.StartNeighbours(Environment.ProcessorCount);
        IsNamed("serialised-handler", await ExamineAsync(address));
    }

    public async ValueTask DisposeAsync()
    {
        await _stage.DisposeAsync();
        _folder.Dispose();
    }

    private static void IsNamed(string cause, DoctorRecord record)
    {
        record.Causes.ShouldContain(c => c.Id == cause, record.Verdict);
        record.Causes.ShouldAllBe(c => c.Kind == FindingKind.Hint || c.Id == cause, record.Verdict);
    }

    private Task<string> StartAsync(string service)
    {
        Requires.PlantsAreWanted();
        return _stage.StartDotnetAsync("service", service);
    }

    private async Task<string> FarAsync(string service) => await _stage.RelayAsync(await StartAsync(service), "--delay", "1ms");

    private async Task<DoctorRecord> ExamineAsync(string address, params string[] flags)
    {
        await PlantStage.WarmUpAsync([address, "--call", Call]);
        using var doctor = _stage.StartDoctor(["--out", _folder.Path, address, "--call", Call, .. flags]);
        await doctor.ExitAsync(Within);
        return DoctorRecordStore.Read(Path.Combine(_folder.Path, "doctor.json"));
    }
}
