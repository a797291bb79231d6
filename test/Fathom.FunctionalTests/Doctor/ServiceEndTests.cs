using System.Net;
using System.Net.Sockets;
using Fathom.TestKit;
using Fathom.TestKit.Plants;
using Fathom.TestKit.Records;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>Services that cannot be examined, or not to the end: a clear end.</summary>
[Collection(Alone.Name)]
public sealed class ServiceEndTests : IAsyncDisposable
{
    private const string Call = "fathom.plants.Plant/Call";

    private static readonly TimeSpan Soon = TimeSpan.FromMinutes(2);

    private readonly Examination _doctor = new();

    [Fact]
    public async Task A_service_that_is_not_there_is_missing()
    {
        using var free = new TcpListener(IPAddress.Loopback, 0);
        free.Start();
        var address = $"http://127.0.0.1:{((IPEndPoint)free.LocalEndpoint).Port}";
        free.Stop();
        (await _doctor.RefusedAsync(address, "--call", Call)).ShouldContain("cannot be reached");
        _doctor.ExitCode.ShouldBe(3);
    }

    [Fact]
    public async Task A_method_that_does_not_exist_is_refused()
    {
        await using var service = await PlantedService.StartAsync("fast");
        (await _doctor.RefusedAsync(service.Address, "--call", "fathom.plants.Plant/Cal")).ShouldContain("Cal");
        _doctor.ExitCode.ShouldBe(2);
    }

    [Fact]
    public async Task A_call_that_fails_is_refused_with_its_status()
    {
        await using var service = await PlantedService.StartAsync("failing");
        (await _doctor.RefusedAsync(service.Address, "--call", Call)).ShouldContain("failed with InvalidArgument: no item. Only a call "
            + "that succeeds is examined: check --data and --metadata");
        _doctor.ExitCode.ShouldBe(2);
    }

    [Fact]
    public async Task A_service_that_refuses_further_calls_is_said_to_with_what_to_do()
    {
        await using var service = await PlantedService.StartAsync("limiting");
        (await _doctor.RefusedAsync(service.Address, "--call", Call)).ShouldContain("give a lower one with --max-rate");
        _doctor.ExitCode.ShouldBe(2);
    }

    [Fact]
    public async Task A_service_that_ends_in_the_middle_is_missing()
    {
        var service = await PlantedService.StartAsync("waiting");
        using var doctor = _doctor.Start(service.Address, "--call", Call);
        await Eventually.HoldsAsync(() => doctor.Error.Contains("Times PING", StringComparison.Ordinal), "calls are made");
        await service.DisposeAsync();
        (await doctor.ExitAsync(Soon)).ShouldBe(3, doctor.Error);
        doctor.Error.ShouldContain("while it was examined");
    }

    [Fact]
    public async Task Ctrl_C_gives_the_verdict_so_far_as_json_too()
    {
        await using var service = await PlantedService.StartAsync("waiting");
        using var doctor = _doctor.Start(service.Address, "--call", Call, "--output", "json");
        await Eventually.HoldsAsync(() => doctor.Error.Contains("Times PING", StringComparison.Ordinal), "calls are made");
        doctor.Interrupt();
        (await doctor.ExitAsync(Soon)).ShouldBe(130);
        _doctor.Read().Partial.ShouldBeTrue();
        Answer.Read(doctor.Output, "fathom.doctor/1").GetProperty("partial").GetBoolean().ShouldBeTrue();
        doctor.Error.ShouldContain("Interrupted: this is the verdict on what was seen before.");
    }

    public ValueTask DisposeAsync() => _doctor.DisposeAsync();
}
