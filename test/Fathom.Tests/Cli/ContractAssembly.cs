using System.Reflection;
using System.Reflection.Emit;
using Fathom.Contracts.Proto;

namespace Fathom.Tests.Cli;

/// <summary>An assembly as the generator leaves it, with .proto files of the test's.</summary>
internal static class ContractAssembly
{
    public static void Write(string path, params (string Name, string Text)[] files)
    {
        var assembly = new PersistedAssemblyBuilder(new AssemblyName("Contracts"), typeof(object).Assembly);
        assembly.DefineDynamicModule("Contracts");
        var constructor = typeof(ProtoFileAttribute).GetConstructors().Single();
        foreach (var (name, text) in files)
        {
            assembly.SetCustomAttribute(new CustomAttributeBuilder(constructor, [name, text, ""]));
        }

        assembly.Save(path);
    }
}
