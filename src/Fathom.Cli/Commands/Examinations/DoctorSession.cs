using System.Text;
using Fathom.Cli.Rendering;
using Fathom.Cli.Rendering.Judgements;
using Fathom.Doctor;
using Fathom.Doctor.Services;
using Fathom.Records.Reports.Doctors;
using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.Transport.Calls;

namespace Fathom.Cli.Commands.Examinations;

/// <summary>One <c>fathom doctor</c>: examines, writes verdict and page, shows the verdict.</summary>
internal sealed class DoctorSession(FathomConsole console, DoctorSessionOptions options)
{
    public async Task<int> RunAsync()
    {
        EarlierVerdict.Check(options.Against, options.Program);
        using var interruption = new Interruption();
        var progress = new DoctorProgress(console, options.Quiet);
        foreach (var fault in await Leftovers.RemoveAsync())
        {
            await console.Error.WriteLineAsync($"note: {fault}");
        }

        DoctorRecord record;
        try
        {
            record = options.ReadService is { } read ? await ExamineServiceAsync(read, progress, interruption.Token)
                : options.Program is { } program
                    ? await new ProgramDoctor(program, options.Examination, progress, console.Time).ExamineAsync(interruption.Token)
                : await new ProcessDoctor(options.Pid, options.Examination, progress, console.Time).ExamineAsync(interruption.Token);
        }
        catch (DoctorException e)
        {
            throw e.IsMissing ? CommandException.Missing(e.Message) : CommandException.Usage(e.Message);
        }

        record = EarlierVerdict.Compare(options.Against, record);

        // Before it is written: what took minutes to find is not lost with a full disk.
        var results = options.Form == "text" ? console.Results() : console.Progress();
        DoctorView.Write(results, record, options.Verbose);
        var judgement = DoctorJudgement.Of(record);
        console.Out.Write(options.Form switch
        {
            "json" => Encoding.UTF8.GetString(DoctorRecordStore.Serialize(record)),
            "junit" => JUnitText.Of(judgement),
            _ => "",
        });
        StepSummary.AppendIfAsked(console, judgement);
        await console.Out.FlushAsync(CancellationToken.None);
        var page = Path.Combine(options.Folder, "doctor.html");
        var lost = "doctor.json and doctor.html";
        try
        {
            DoctorRecordStore.Write(options.Folder, record);
            lost = "doctor.html";
            DoctorPage.WriteFile(page, record);
        }
        catch (RunRecordException e)
        {
            throw CommandException.Missing($"{e.Message} Not written: {lost}; the verdict is what was shown");
        }

        DoctorView.WritePage(results, console.Shown(page));
        return record.Partial ? ExitCode.Interrupted
            : options.FailOnFinding && record.Causes.Any(c => c.Kind == FindingKind.Finding) ? ExitCode.NotHeld
            : ExitCode.Done;
    }

    private async Task<DoctorRecord> ExamineServiceAsync(
        Func<CancellationToken, Task<ServiceSpec>> read, DoctorProgress progress, CancellationToken cancellation)
    {
        ServiceSpec spec;
        try
        {
            spec = await read(cancellation);
        }
        catch (Exception e) when (e is OperationCanceledException or RpcException && cancellation.IsCancellationRequested)
        {
            throw new CommandException(ExitCode.Interrupted, "interrupted before the service was examined");
        }

        return await new ServiceDoctor(spec, options.Examination, progress, console.Time).ExamineAsync(cancellation);
    }
}

/// <summary>What <c>fathom doctor</c> was given.</summary>
internal sealed record DoctorSessionOptions
{
    /// <summary>Reads which service is examined, from flags and its server; null for a program or a process.</summary>
    public required Func<CancellationToken, Task<ServiceSpec>>? ReadService { get; init; }

    /// <summary>The program; null for a process or a service.</summary>
    public required ProgramSpec? Program { get; init; }

    /// <summary>The process, where there is no program.</summary>
    public required int Pid { get; init; }

    /// <summary>An earlier record to compare with; null for none.</summary>
    public DoctorRecord? Against { get; init; }

    public required DoctorOptions Examination { get; init; }

    /// <summary>The output folder.</summary>
    public required string Folder { get; init; }

    /// <summary>The form of what standard output gets; where it is not text, standard error gets the text.</summary>
    public required string Form { get; init; }

    public required bool FailOnFinding { get; init; }

    public required bool Quiet { get; init; }

    /// <summary>Whether the terminal lists what was ruled out and what could not be looked at.</summary>
    public required bool Verbose { get; init; }
}
