using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Deploy;

/// <summary>The program <c>fathom</c> in a folder, for a PATH.</summary>
internal static class FathomScript
{
    public static void Write(TemporaryFolder folder)
    {
        var script = folder.PathOf("fathom");
        File.WriteAllText(script, $"#!/bin/sh\nexec '{SubjectCatalog.DotnetHost}' exec '{FathomProcess.Program}' \"$@\"\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
    }
}
