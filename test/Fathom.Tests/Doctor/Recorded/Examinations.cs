using Fathom.Doctor;
using Fathom.Doctor.Services;
using Fathom.Doctor.Probes.Outside;
using Fathom.Records.Doctors;
using Fathom.TestKit;

namespace Fathom.Tests.Doctor.Recorded;

/// <summary>Doctors as the command line makes them, with runs and answers of a test's own.</summary>
internal static class Examinations
{
    /// <summary>Examines what was recorded again, by the doctor of today.</summary>
    /// <param name="recorded">What was recorded.</param>
    /// <param name="progress">Learns what is asked.</param>
    /// <param name="cancellation">Interrupts the examination.</param>
    public static async Task<DoctorRecord> AgainAsync(
        RecordedExamination recorded, IDoctorProgress? progress = null, CancellationToken cancellation = default)
    {
        var time = new VirtualTime();
        return recorded switch
        {
            { Program: { } program } => await Doctor(
                new ProgramSpec(program.Words, "."), program.Budget, time, new ReplayedProgram(program, time), progress)
                .ExamineAsync(cancellation),
            { Service: { } service } => await AgainAsync(new ReplayedService(service, time), service.Method, time, progress, cancellation),
            { Process: { } process } => ProcessDoctor.Judge(process.Observations(), process.NotSeen ?? []),
            _ => throw new InvalidOperationException($"Nothing was recorded of '{recorded.Plant}'."),
        };
    }

    /// <summary>Of a program.</summary>
    public static ProgramDoctor Doctor(
        ProgramSpec spec, double budget, TimeProvider time, IProgramRunner runner, IDoctorProgress? progress = null) =>
        new(spec, new DoctorOptions { Budget = budget > 0 ? TimeSpan.FromSeconds(budget) : null }, progress ?? new Silent(), time)
        {
            Runner = runner,
        };

    /// <summary>Of a service. A plant whose pool grows needs more than 60 s.</summary>
    public static ServiceDoctor Doctor(ProbeTarget target, TimeProvider time, IReadOnlyList<IServiceProbe> probes,
        Func<ProbeSession, IExaminedService> open, IDoctorProgress? progress = null) =>
        new(new ServiceSpec(target), new DoctorOptions { Pairs = DoctorOptions.DefaultServicePairs, Budget = TimeSpan.FromMinutes(2) },
            progress ?? new Silent(), time)
        {
            Probes = probes,
            Open = open,
        };

    private static Task<DoctorRecord> AgainAsync(
        ReplayedService service, string method, VirtualTime time, IDoctorProgress? progress, CancellationToken cancellation) =>
        // Nothing answers there: whatever was not recorded fails.
        Doctor(new ProbeTarget { Server = new() { Address = new Uri("http://127.0.0.1:1") }, Path = method, Messages = [default] }, time,
            [service], _ => service, progress).ExamineAsync(cancellation);

    private sealed class Silent : IDoctorProgress
    {
        public void Asks(string sentence)
        {
        }
    }
}
