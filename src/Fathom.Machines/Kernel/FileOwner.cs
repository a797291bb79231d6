using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Fathom.Machines.Kernel;

/// <summary>Who owns a file, and what it is: statx(2) without following a symbolic link.</summary>
/// <param name="User">The id of its owner.</param>
/// <param name="Mode">Its type and permissions (inode(7)).</param>
public readonly partial record struct FileOwner(uint User, int Mode)
{
    private const int CurrentFolder = -100;
    private const int DoNotFollow = 0x100;
    private const uint BasicFields = 0x7FF;
    private const int Size = 256;
    private const int UserField = 20;
    private const int ModeField = 28;
    private const int TypeBits = 0xF000;
    private const int SocketType = 0xC000;
    private const int FolderType = 0x4000;

    /// <summary>Whether it is a socket.</summary>
    public bool IsSocket => (Mode & TypeBits) == SocketType;

    /// <summary>Whether it is a folder, and not a link to one.</summary>
    public bool IsFolder => (Mode & TypeBits) == FolderType;

    /// <summary>Reads a file's owner; null where it is not there, and elsewhere than on Linux.</summary>
    public static FileOwner? Of(string path)
    {
        if (!OperatingSystem.IsLinux())
        {
            return null;
        }

        var fields = new byte[Size];
        return Statx(CurrentFolder, path, DoNotFollow, BasicFields, fields) != 0 ? null
            : new FileOwner(BinaryPrimitives.ReadUInt32LittleEndian(fields.AsSpan(UserField)),
                BinaryPrimitives.ReadUInt16LittleEndian(fields.AsSpan(ModeField)));
    }

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Statx(int folder, string path, int flags, uint mask, Span<byte> result);
}
