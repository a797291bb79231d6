using System.ComponentModel;
using System.Diagnostics;

namespace Fathom.TestKit;

/// <summary>Runs programs to their end.</summary>
internal static class ChildRun
{
    private static readonly TimeSpan ToClose = TimeSpan.FromSeconds(30);

    /// <summary>Runs a program to its end, with nothing on its standard input.</summary>
    /// <exception cref="TimeoutException">It took longer and was ended, and the message has what it wrote; or something that it started
    /// runs on and keeps its output open.</exception>
    public static async Task<ChildResult> RunAsync(ProcessStartInfo info, TimeSpan within)
    {
        ChildStart.Prepare(info);
        Process process;
        try
        {
            process = Process.Start(info)!;
        }
        catch (Win32Exception e)
        {
            return new ChildResult(ChildResult.NotStarted, "", e.Message);
        }

        using (process)
        {
            process.StandardInput.Close();
            var (output, errors) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
            try
            {
                await process.WaitForExitAsync().WaitAsync(within);
            }
            catch (TimeoutException)
            {
                process.Kill(entireProcessTree: true);
                var (wrote, said) = await ClosedAsync();
                throw new TimeoutException($"{info.FileName} did not end. It wrote:\n{wrote}{said}");
            }

            var texts = await ClosedAsync();
            return new ChildResult(process.ExitCode, texts.Output, texts.Errors);

            async Task<(string Output, string Errors)> ClosedAsync()
            {
                try
                {
                    return (await output.WaitAsync(ToClose), await errors.WaitAsync(ToClose));
                }
                catch (TimeoutException e)
                {
                    throw new TimeoutException($"{info.FileName} {string.Join(' ', info.ArgumentList)} has ended, and something that it "
                        + $"started has kept its output open for {ToClose}.", e);
                }
            }
        }
    }
}
