using Fathom.Machines.Prerequisites;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>The program of a proxy, as Debian packages it.</summary>
/// <param name="Path">Where it is.</param>
internal sealed record ProxyProgram(string Path)
{
    // Whatever becomes of the test, none is left behind.
    private const string EndsWithInput = "\"$0\" \"$@\" & cat; kill $!";

    /// <summary>Finds it; skips the test where there is none.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="package">Debian's package of it.</param>
    public static ProxyProgram Find(string name, string package)
    {
        var path = ExecutableSearch.Find(name);
        Assert.SkipUnless(path is not null, $"needs {name}: apt-get install {package}");
        return new(path!);
    }

    /// <summary>Starts it, until the process is disposed.</summary>
    public ChildProcess Start(params IEnumerable<string> arguments) => ChildProcess.Start("sh", ["-c", EndsWithInput, Path, .. arguments]);
}
