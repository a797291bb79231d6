using System.Diagnostics;
using Fathom.Machines.Prerequisites;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.LinuxTests;

/// <summary>A TUN device node in a temporary folder, with a chosen mode; removed with this object. Only root can create one.</summary>
internal sealed class OpenNode : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-tun-");

    public string Path => System.IO.Path.Combine(_folder.FullName, "tun");

    public static OpenNode MakeOrSkip(string mode)
    {
        Requires.Present([TestPrerequisites.Root, TestPrerequisites.Setpriv, TestPrerequisites.Ping, .. LinkPrerequisites.Required]);
        Assert.SkipUnless(OtherUser.CanMakeNamespacesAsync().GetAwaiter().GetResult(),
            "needs user namespaces open to users other than root");
        var node = new OpenNode();
        using var chmod = Process.Start("chmod", ["755", node._folder.FullName]);
        chmod.WaitForExit();
        using var mknod = Process.Start("mknod", ["--mode", mode, node.Path, "c", "10", "200"]);
        mknod.WaitForExit();
        if (mknod.ExitCode != 0 || !OtherUser.CanReadAsync(AppContext.BaseDirectory).GetAwaiter().GetResult())
        {
            node.Dispose();
            Assert.Skip(mknod.ExitCode != 0 ? "needs the right to make device nodes" : "needs a build that another user can read");
        }

        return node;
    }

    public void Dispose() => _folder.Delete(recursive: true);
}
