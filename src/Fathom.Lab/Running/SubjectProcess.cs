using System.Diagnostics;
using Fathom.Lab.Studies;

namespace Fathom.Lab.Running;

/// <summary>
/// A running subject and its line protocol. A replicate owns it and disposes it, which ends the process whatever state it is in:
/// first by closing its standard input, then by force.
/// </summary>
internal sealed class SubjectProcess : IAsyncDisposable
{
    private readonly string _side;
    private readonly Process _process;
    private readonly SubjectPatience _patience;
    private readonly StandardErrorTail _standardError = new();

    private SubjectProcess(string side, Process process, SubjectPatience patience)
    {
        _patience = patience;
        _side = side;
        _process = process;
    }

    public static SubjectProcess Start(SubjectCatalog catalog, string side, ProcessSetup setup, TrialPlace place, SubjectPatience patience)
    {
        var info = place.Put(side == "server", catalog.StartInfo(setup.Subject, setup.Arguments));
        info.RedirectStandardInput = info.RedirectStandardOutput = info.RedirectStandardError = true;
        info.UseShellExecute = false;
        foreach (var (name, value) in setup.Environment)
        {
            info.Environment[name] = value;
        }

        Process process;
        try
        {
            process = Process.Start(info) ?? throw new InvalidOperationException("no process came of it");
        }
        catch (Exception e) when (e is System.ComponentModel.Win32Exception or InvalidOperationException)
        {
            throw new SubjectException(side, "start", $"the {side} '{setup.Subject}' could not be started: {e.Message}", "");
        }

        var subject = new SubjectProcess(side, process, patience);
        process.ErrorDataReceived += (_, line) => subject._standardError.Add(line.Data);
        process.BeginErrorReadLine();
        return subject;
    }

    /// <summary>Reads a reply, or sends a command first and then reads its reply.</summary>
    /// <exception cref="SubjectException">The subject died, is silent beyond the deadline, or answers something else.</exception>
    public async Task<T> Expect<T>(string stage, string? command, TimeSpan within, CancellationToken cancellation)
        where T : SubjectReply
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(within);
        string? line;
        try
        {
            if (command is not null)
            {
                await _process.StandardInput.WriteLineAsync(command.AsMemory(), deadline.Token);
                await _process.StandardInput.FlushAsync(deadline.Token);
            }

            line = await _process.StandardOutput.ReadLineAsync(deadline.Token);
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            throw Fault(stage, $"was silent for {within.TotalSeconds:0} s and was ended");
        }
        catch (IOException)
        {
            // A broken pipe: the process is gone, and what it had to say is in its exit code and standard error.
            line = null;
        }

        if (line is null)
        {
            throw Fault(stage, await ExitAsync(cancellation));
        }

        return SubjectReply.Parse(line) switch
        {
            T expected => expected,
            SubjectReply.Failed failed => throw Fault(stage, $"gave up: {failed.Message}"),
            SubjectReply.Nonsense nonsense => throw Fault(
                stage, $"wrote a line that is no reply ({nonsense.Why}): {Shortened(nonsense.Line)}"),
            var other =>
                throw Fault(
                    stage, $"answered '{other.GetType().Name.ToLowerInvariant()}' where '{typeof(T).Name.ToLowerInvariant()}' was due"),
        };
    }

    public async ValueTask DisposeAsync()
    {
        try
        {
            _process.StandardInput.Close();
            using var patience = new CancellationTokenSource(_patience.ToEnd);
            await _process.WaitForExitAsync(patience.Token);
        }
        catch (Exception e) when (e is OperationCanceledException or IOException)
        {
            _process.Kill(entireProcessTree: true);
            await _process.WaitForExitAsync(CancellationToken.None);
        }
        finally
        {
            _process.Dispose();
        }
    }

    private static string Shortened(string line) => line.Length > 200 ? line[..200] + "..." : line;

    private async Task<string> ExitAsync(CancellationToken cancellation)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(_patience.ToEnd);
        try
        {
            await _process.WaitForExitAsync(deadline.Token);
            return $"ended with exit code {_process.ExitCode} before it answered";
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return "closed its standard output before it answered, and had to be ended";
        }
    }

    private SubjectException Fault(string stage, string what) => new(_side, stage, $"the {_side} {what}", _standardError.ToString());
}
