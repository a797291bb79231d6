using System.ComponentModel;
using System.Diagnostics;

namespace Fathom.TestKit;

/// <summary>Runs programs to their end.</summary>
internal static class ChildRun
{
    /// <summary>Runs a program to its end, with nothing on its standard input.</summary>
    /// <exception cref="TimeoutException">It took longer and was ended; the message has what it wrote.</exception>
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
                throw new TimeoutException($"{info.FileName} did not end. It wrote:\n{await output}{await errors}");
            }

            return new ChildResult(process.ExitCode, await output, await errors);
        }
    }
}
